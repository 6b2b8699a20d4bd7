import type { Path } from '@ectropy/sdk';

/** `['spec', 'ports', 0, 'a.b/c']` as Kubernetes writes it: `spec.ports[0][a.b/c]`. */
export const fieldOf = (path: Path): string =>
  path.reduce<string>((shown, part) => {
    if (typeof part === 'number' || !/^[A-Za-z_$][\w$-]*$/.test(part)) return `${shown}[${part}]`;
    return shown === '' ? part : `${shown}.${part}`;
  }, '');
