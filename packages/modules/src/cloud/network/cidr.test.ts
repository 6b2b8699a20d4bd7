import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cidrFault } from './cidr.ts';

test.each(['10.1.0.0/16', '10.0.0.0/8', '192.168.1.0/24', '192.168.1.248/29', '255.0.0.0/8', '0.0.0.0/8'])('%s is a range', (cidr) => {
  expect(cidrFault(cidr)).toBeUndefined();
});

describe('what is wrong is told with what to write instead', () => {
  test.each([
    ['10.1.2.3/16', 'its address has bits beyond its prefix', 'write it as 10.1.0.0/16'],
    ['192.168.1.255/29', 'its address has bits beyond its prefix', 'write it as 192.168.1.248/29'],
    ['10.0.0.0/7', 'must have a prefix from 8 to 29 (got 7)', 'write it as 10.1.0.0/16'],
    ['10.0.0.0/30', 'must have a prefix from 8 to 29 (got 30)', 'write it as 10.1.0.0/16'],
    ['10.0.0.256/24', 'is not an IPv4 range (got "10.0.0.256/24")', 'write it as 10.1.0.0/16'],
    ['10.01.0.0/16', 'is not an IPv4 range (got "10.01.0.0/16")', 'write it as 10.1.0.0/16'],
    ['fe80::/10', 'is not an IPv4 range (got "fe80::/10")', 'write it as 10.1.0.0/16'],
  ])('%s', (cidr, message, hint) => {
    expect(cidrFault(cidr)).toEqual({ message, hint });
  });
});

test('what the hint says is right', () => {
  const octet = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(octet, octet, octet, octet, fc.integer({ min: 8, max: 29 }), (a, b, c, d, prefix) => {
      const fault = cidrFault(`${a}.${b}.${c}.${d}/${prefix}`);
      return fault === undefined || cidrFault(fault.hint.replace('write it as ', '')) === undefined;
    }),
    { seed: 4 },
  );
});

test('no text makes it throw', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => cidrFault(text) !== undefined || /^[\d./]+$/.test(text)),
    { seed: 4 },
  );
});
