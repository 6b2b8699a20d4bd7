import type { Kind } from '@ectropy/sdk';

const shape = /^v(\d{1,15})(?:(alpha|beta)(\d{1,15}))?$/;
const maturity = { alpha: 0, beta: 1, stable: 2 } as const;

/** The newest and most mature first: `v2`, `v1`, `v1beta2`, `v1beta1`, `v1alpha1`, then all other names in the order of the alphabet. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [rank(a), rank(b)];
  if (!left || !right) return left ? -1 : right ? 1 : byText(a, b);
  return right.maturity - left.maturity || right.major - left.major || right.minor - left.minor || byText(a, b);
}

/** By code unit, so that the order is the same on every machine. */
export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function rank(version: string): { readonly maturity: number; readonly major: number; readonly minor: number } | undefined {
  const found = shape.exec(version);
  if (!found) return undefined;
  const stage = found[2] === 'alpha' || found[2] === 'beta' ? found[2] : 'stable';
  return { maturity: maturity[stage], major: Number(found[1]), minor: Number(found[3] ?? 0) };
}

/** The version in which documents of a kind are stored. */
export const hubVersionOf = ({ version = 'v1' }: Pick<Kind, 'version'>): string => version;
