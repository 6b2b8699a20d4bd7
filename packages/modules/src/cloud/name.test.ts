import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { derivedName, isLegalName, nameOf } from './name.ts';

test.each([
  ['shop', 'web', 'shop-web'],
  ['shop', 'web.1_a', 'shop-web.1_a'],
  ['Shop', 'web', 'shop-web-f8939816'],
  ['shop', 'web-', 'shop-web--6a404243'],
  ['shop', 'x'.repeat(253), `shop-${'x'.repeat(49)}-326bedb0`],
])('%s and %s give %s', (project, name, derived) => {
  expect(derivedName({ project, name })).toBe(derived);
});

const project = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_-]{1,127}$/);
const name = fc.stringMatching(/^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,252}$/);

test('whatever is a name here, and whatever is not, becomes a legal name there', () => {
  const anything = fc.oneof(fc.tuple(project, name), fc.tuple(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' })));
  fc.assert(
    fc.property(anything, ([one, other]) => isLegalName(derivedName({ project: one, name: other }))),
    { seed: 4 },
  );
});

test('names that differ only in what had to be changed stay apart', () => {
  fc.assert(
    fc.property(project, name, name, (one, a, b) => {
      fc.pre(a !== b);
      return derivedName({ project: one, name: a }) !== derivedName({ project: one, name: b });
    }),
    { seed: 4 },
  );
  expect(derivedName({ project: 'p', name: 'Web' })).not.toBe(derivedName({ project: 'p', name: 'wEb' }));
});

test('a name that is given wins', () => {
  expect(nameOf({ project: 'p', name: 'web' }, { name: 'front' })).toBe('front');
});

test.each(['', '.', '..', '-a', 'a-', 'A', 'a/b', 'a b', 'a\n', 'é', 'x'.repeat(64)])('%j is not legal', (text) => {
  expect(isLegalName(text)).toBe(false);
});
