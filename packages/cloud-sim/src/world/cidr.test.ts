import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { gatewayOf, nextAddress, parseCidr, toAddress, toNumber } from './cidr.ts';

const ranges = fc
  .tuple(fc.nat(2 ** 32 - 1), fc.integer({ min: 8, max: 29 }))
  .map(([address, prefix]) => ({ base: address - (address % 2 ** (32 - prefix)), size: 2 ** (32 - prefix), prefix }));

test('a range is read as it is written', () => {
  fc.assert(
    fc.property(ranges, ({ base, size, prefix }) => {
      const range = parseCidr(`${toAddress(base)}/${prefix}`);
      expect(range).toEqual({ base, size });
      expect(toNumber(gatewayOf({ base, size }))).toBe(base + 1);
    }),
    { seed: 1 },
  );
});

test.each([
  '',
  '10.0.0.0',
  '10.0.0.0/',
  '10.0.0.0/7',
  '10.0.0.0/30',
  '10.0.0.0/08',
  '10.0.0/8',
  '256.0.0.0/8',
  '10.0.0.0/8 ',
  '::/8',
  '10.1.0.0/8',
])('%j is no range', (text) => expect(parseCidr(text)).toBeUndefined());

test('all addresses but three can be given, each once, and then none is left', () => {
  const range = { base: toNumber('10.1.2.0'), size: 16 };
  for (const start of [undefined, toNumber('10.1.2.9'), toNumber('10.1.2.14')]) {
    const given = new Set<number>();
    for (let last = start; ;) {
      const next = nextAddress(range, last, (address) => given.has(address));
      if (next === undefined) break;
      expect(given.has(next)).toBe(false);
      given.add(next);
      last = next;
    }
    expect([...given].sort().map(toAddress)).toEqual(
      Array.from({ length: 13 }, (_, at) => `10.1.2.${at + 2}`).sort((a, b) => toNumber(a) - toNumber(b)),
    );
  }
});
