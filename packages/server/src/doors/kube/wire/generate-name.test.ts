import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { generateName } from './generate-name.ts';

test('five characters of the alphabet are added', () => {
  let next = 0;
  const name = generateName('web-', (bound) => {
    next += 7;
    return next % bound;
  });
  expect(name).toBe('web-ks4cl');
});

test('the name fits a DNS label and begins with its base', () => {
  fc.assert(
    fc.property(fc.string(), fc.infiniteStream(fc.nat(26)), (base, stream) => {
      const name = generateName(base.repeat(5), () => stream.next().value ?? 0);
      expect(name.length).toBeLessThanOrEqual(63);
      expect(name.slice(0, -5)).toBe(base.repeat(5).slice(0, 58));
      expect(name.slice(-5)).toMatch(/^[bcdfghjklmnpqrstvwxz2456789]{5}$/);
    }),
    { seed: 1 },
  );
});
