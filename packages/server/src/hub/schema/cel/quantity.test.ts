import { expect, test } from 'vitest';
import { NANOS, parseQuantity } from './quantity.ts';

test.each<[string, bigint]>([
  ['1', NANOS],
  ['+1.5', (3n * NANOS) / 2n],
  ['-100m', -NANOS / 10n],
  ['.5', NANOS / 2n],
  ['1Ki', 1024n * NANOS],
  ['1.5Gi', 1_610_612_736n * NANOS],
  ['2e3', 2_000n * NANOS],
  ['2E-3', NANOS / 500n],
  ['1E', 10n ** 18n * NANOS],
  ['0.1n', 1n],
  ['0', 0n],
])('%s is read', (text, amount) => {
  expect(parseQuantity(text)).toBe(amount);
});

test.each(['', ' 1', '1 ', 'Gi', '1gi', '1KiB', '--1', '1e', '1e999', '1.2.3', '١', `1${'0'.repeat(100)}`])('%j is none', (text) => {
  expect(parseQuantity(text)).toBeUndefined();
});
