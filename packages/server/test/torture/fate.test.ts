import { expect, test } from 'vitest';
import { failpoints } from '../../src/failpoint/names.ts';
import { readScript } from '../../src/failpoint/testing/script.ts';
import { diceOf } from '../cloud/fleet.ts';
import { unreached } from './coverage.ts';
import type { Reached } from './failpoint-log.ts';
import { type Fate, fateOf, ownFailpoints, type Role } from './fate.ts';

const counted = (fired: (name: string) => number): Readonly<Record<(typeof failpoints)[number], Reached>> =>
  Object.fromEntries(failpoints.map((name) => [name, { hits: 1, fired: fired(name) }])) as never;

test('every failpoint belongs to somebody', () => {
  const owned = new Set([...ownFailpoints('api'), ...ownFailpoints('worker'), 'migrate.between-files']);
  expect(failpoints.filter((name) => !owned.has(name))).toEqual([]);
});

test.each<Role>(['api', 'worker'])(
  'every script for a %s is understood, and every failpoint of its own is drawn in the long run',
  (role) => {
    const dice = diceOf(1);
    const acted = new Map<string, number>();
    for (let i = 0; i < 500; i += 1) {
      const { script, failpoint } = fateOf(
        role,
        counted((name) => acted.get(name) ?? 0),
        dice,
      );
      if (failpoint === undefined) expect(script).toBe('');
      else expect(readScript(script)).toMatchObject([{ name: failpoint }]);
      if (failpoint) acted.set(failpoint, (acted.get(failpoint) ?? 0) + 1);
    }
    expect([...acted.keys()].toSorted()).toEqual([...ownFailpoints(role)].toSorted());
  },
);

function drawn(seed: number): readonly Fate[] {
  const dice = diceOf(seed);
  return Array.from({ length: 20 }, () =>
    fateOf(
      'worker',
      counted(() => 0),
      dice,
    ),
  );
}

test('the same seed draws the same fates', () => {
  expect(drawn(7)).toEqual(drawn(7));
  expect(drawn(7)).not.toEqual(drawn(8));
});

test('a failpoint that was never reached is told, and in a full run one that never acted', () => {
  const reached = { ...counted((name) => (name === 'worker.claimed' ? 0 : 1)), 'watch.mid-stream': { hits: 0, fired: 0 } };
  expect(unreached(reached, { full: false }).map(({ text }) => text)).toEqual(['watch.mid-stream was never reached']);
  expect(unreached(reached, { full: true }).map(({ text }) => text)).toEqual([
    'watch.mid-stream was never reached',
    'worker.claimed never acted',
  ]);
});
