import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Entry, missed } from './changes.ts';

const entries = fc.uniqueArray(
  fc.record({
    key: fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor'),
    version: fc.constantFrom('1', '2'),
    value: fc.constant(null),
  }),
  { selector: ({ key }) => key },
);
const keyed = (list: readonly Entry<null>[]): Map<string, Entry<null>> => new Map(list.map((entry) => [entry.key, entry]));

test('what was missed, applied to what was known, is what is there', () => {
  fc.assert(
    fc.property(entries, entries, (before, after) => {
      const known = keyed(before);
      for (const { type, entry } of missed(known, after))
        if (type === 'DELETED') known.delete(entry.key);
        else known.set(entry.key, entry);
      expect(known).toEqual(keyed(after));
    }),
    { seed: 4 },
  );
});

test('what stands still was not missed', () => {
  const entry = { key: 'a', version: '7', value: null };
  expect(missed(keyed([entry]), [entry])).toEqual([]);
});
