import { expect, test } from 'vitest';
import { planOf, readFlags } from './plan.ts';

test('a full run is a thousand workers, and the others in proportion', () => {
  expect(readFlags([])).toMatchObject({
    plan: { full: true, seed: 1, kills: { worker: 1_000, api: 200, postgres: 100, zombie: 200, cut: 200 } },
  });
});

test('one target alone gets all kills', () => {
  expect(planOf({ kills: 7, seed: 1, target: 'cut' }).kills).toEqual({ worker: 0, api: 0, postgres: 0, zombie: 0, cut: 7 });
  expect(planOf({ kills: 1_000, seed: 1, target: 'worker' }).full).toBe(false);
});

test('however few, everybody is killed once', () => {
  expect(planOf({ kills: 1, seed: 1 }).kills).toEqual({ worker: 1, api: 1, postgres: 1, zombie: 1, cut: 1 });
});

test('the command that replays a run reads as the same run', () => {
  const plan = planOf({ kills: 12, seed: 34, families: 5, target: 'api', defect: 'no-recall' });
  const [, flags = ''] = plan.replay.split(' -- ');
  expect(readFlags(flags.split(' '))).toEqual({ plan });
});

test.each([
  [['--kills', 'many'], /whole numbers/],
  [['--kills', '-1'], /kills/],
  [['--seed', '1.5'], /whole numbers/],
  [['--target', 'kafka'], /no target kafka/],
  [['--target', '__proto__'], /no target __proto__/],
  [['--nonsense'], /nonsense/],
])('%j is refused', (argv, problem) => {
  expect(readFlags(argv)).toMatchObject({ problem: expect.stringMatching(problem) as unknown });
});
