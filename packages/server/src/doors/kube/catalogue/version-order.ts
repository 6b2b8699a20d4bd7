/** Kubernetes' order of versions: `v2`, `v1`, `v1beta2`, `v1beta1`, `v1alpha1`, then whatever else, by the alphabet. */

const stages = ['alpha', 'beta', ''] as const;

function rankOf(version: string): readonly number[] {
  const [, major, stage = '', minor = '0'] = /^v([1-9]\d{0,8})(?:(alpha|beta)([1-9]\d{0,8}))?$/.exec(version) ?? [];
  return major === undefined ? [-1, 0, 0] : [stages.findIndex((each) => each === stage), Number(major), Number(minor)];
}

/** Negative when `a` comes first. */
export function compareVersions(a: string, b: string): number {
  const left = rankOf(a);
  const right = rankOf(b);
  const at = left.findIndex((rank, i) => rank !== right[i]);
  return at < 0 ? compareText(a, b) : (right[at] ?? 0) - (left[at] ?? 0);
}

/** By code unit, so that the order is the same on every machine. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
