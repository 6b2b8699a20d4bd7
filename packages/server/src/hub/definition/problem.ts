import type { Path, Problem } from '@ectropy/sdk';

export const invalid = (path: Path, message: string, hint?: string): Problem => ({ code: 'invalid', path, message, ...(hint && { hint }) });

/** Each place that stands again what stood before it. */
export const repeated = <T>(all: readonly T[]): readonly { readonly index: number; readonly value: T }[] =>
  all.flatMap((value, index) => (all.indexOf(value) < index ? [{ index, value }] : []));
