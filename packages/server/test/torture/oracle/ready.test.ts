import { expect, test } from 'vitest';
import { readyIsTrue } from './ready.ts';
import { aHistory } from './testing/a-history.ts';

test('what was done before it was told is true', () => {
  expect(readyIsTrue(aHistory())).toEqual([]);
});

test('what was told before it was done, or was never done, is not', () => {
  const { watched, ledger } = aHistory();
  const later = ledger.map((entry) => (entry.seq === 3 ? { ...entry, at: new Date(Date.parse(entry.at) + 5_000).toISOString() } : entry));
  expect(readyIsTrue({ watched, ledger: later })[0]?.text).toMatch(/servers\/s was told to be ready as c at 6, \d+ ms before it was done/);
  expect(readyIsTrue({ watched, ledger: ledger.slice(0, 2) })[0]?.text).toMatch(/as c at 6, and it was never done/);
});
