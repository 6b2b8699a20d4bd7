import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { contains, formatAddress, masked, parseAddress, parseCidr } from './address.ts';

test('an address is the same after it was written and read', () => {
  const anything = fc.oneof(
    fc.record({ family: fc.constant<4>(4), bits: fc.bigInt(0n, 2n ** 32n - 1n) }),
    fc.record({ family: fc.constant<6>(6), bits: fc.oneof(fc.bigInt(0n, 2n ** 128n - 1n), fc.bigInt(0n, 255n)) }),
  );
  fc.assert(
    fc.property(anything, (address) => {
      fc.pre(!(address.family === 6 && address.bits >> 32n === 0xffffn));
      expect(parseAddress(formatAddress(address))).toEqual(address);
    }),
    { seed: 3 },
  );
});

test.each(['', '1.2.3', '256.1.1.1', '01.2.3.4', '::ffff:1.2.3.4', 'fe80::1%eth0', ':::', '1.2.3.4/8'])('%j is no address', (text) => {
  expect(parseAddress(text)).toBeUndefined();
});

test.each(['10.0.0.0', '10.0.0.0/33', '10.0.0.0/08', '10.0.0.0/-1', '::/129', '/8', '10.0.0.0/8/8'])('%j is no network', (text) => {
  expect(parseCidr(text)).toBeUndefined();
});

test('a network holds what begins like it', () => {
  const network = parseCidr('10.1.2.3/16');
  expect(network && formatAddress(masked(network))).toBe('10.1.0.0');
  const holds = (text: string): boolean => {
    const inner = parseAddress(text);
    return network !== undefined && inner !== undefined && contains(network, inner);
  };
  expect(['10.1.0.0', '10.1.255.255', '10.2.0.0', '::a01:0'].map(holds)).toEqual([true, true, false, false]);
});
