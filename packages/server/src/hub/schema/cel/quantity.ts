/** Amounts as Kubernetes writes them: `1.5Gi`, `100m`, `2e3`. */

const SUFFIXES: Readonly<Record<string, readonly [numerator: bigint, denominator: bigint]>> = {
  n: [1n, 10n ** 9n],
  u: [1n, 10n ** 6n],
  m: [1n, 10n ** 3n],
  '': [1n, 1n],
  k: [10n ** 3n, 1n],
  M: [10n ** 6n, 1n],
  G: [10n ** 9n, 1n],
  T: [10n ** 12n, 1n],
  P: [10n ** 15n, 1n],
  E: [10n ** 18n, 1n],
  Ki: [2n ** 10n, 1n],
  Mi: [2n ** 20n, 1n],
  Gi: [2n ** 30n, 1n],
  Ti: [2n ** 40n, 1n],
  Pi: [2n ** 50n, 1n],
  Ei: [2n ** 60n, 1n],
};

export const NANOS = 10n ** 9n;
const MAX_LENGTH = 64;

/** In billionths, rounded away from zero, which is the finest that a quantity can be; `undefined` if the text is none. */
export function parseQuantity(text: string): bigint | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const found = /^([+-]?)(\d+(?:\.\d*)?|\.\d+)(?:[eE]([+-]?\d{1,2})|(n|u|m|k|[MGTPE]|[KMGTPE]i)?)$/.exec(text);
  if (!found) return undefined;
  const [, sign, number = '', exponent = '0', suffix = ''] = found;
  const [whole = '', fraction = ''] = number.split('.');
  const [up, down] = SUFFIXES[suffix] ?? [1n, 1n];
  const power = BigInt(exponent.replace('+', ''));
  const numerator = BigInt(`${whole}${fraction}` || '0') * up * NANOS * (power > 0n ? 10n ** power : 1n);
  const denominator = 10n ** BigInt(fraction.length) * down * (power < 0n ? 10n ** -power : 1n);
  const amount = (numerator + denominator - 1n) / denominator;
  return sign === '-' ? -amount : amount;
}
