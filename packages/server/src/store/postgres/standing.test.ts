import { expect, test } from 'vitest';
import { isNewer, objectionTo, type Standing } from './standing.ts';

const one = (change: Partial<Standing> = {}): Standing => ({ pid: 1, readOnly: false, system: 'a', timeline: 2, ...change });

test.each([
  ['the only primary', one(), undefined, undefined],
  ['the same again', one(), one(), undefined],
  ['one that was promoted', one({ timeline: 3 }), one(), undefined],
  [
    'one that was replaced and has come back',
    one({ timeline: 1 }),
    one(),
    /another one has been promoted in its place: its timeline is 1, that of the primary 2/,
  ],
  ['a standby', one({ readOnly: true, timeline: 0 }), one(), /takes no writes/],
  ['other data, as after a restore into a new server', one({ system: 'b', timeline: 1 }), one(), undefined],
  ['one that does not tell its timeline', one({ system: '', timeline: 0 }), one({ system: '', timeline: 0 }), undefined],
])('%s', (_, standing, newest, objection) => {
  const said = objectionTo(standing, newest);
  if (objection === undefined) expect(said).toBeUndefined();
  else expect(said).toMatch(objection);
});

test('a newer primary is one that takes writes on a later timeline, or on other data', () => {
  expect(isNewer(one(), undefined)).toBe(true);
  expect(isNewer(one(), one())).toBe(false);
  expect(isNewer(one({ timeline: 3 }), one())).toBe(true);
  expect(isNewer(one({ timeline: 3, readOnly: true }), one())).toBe(false);
  expect(isNewer(one({ timeline: 1 }), one())).toBe(false);
  expect(isNewer(one({ system: 'b', timeline: 1 }), one())).toBe(true);
});
