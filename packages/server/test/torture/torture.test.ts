/** The torture, scaled down: a few deaths of everything while a few clients work. `npm run torture` has the whole of it. */
import { expect, test } from 'vitest';
import { planOf } from './plan.ts';
import { reportText } from './report.ts';
import { torture } from './run.ts';

const TIMEOUT_MS = 240_000;

test('nothing is lost and nothing is done twice, whoever dies (L1) (L2) (L3) (L4) (L6) (L8) (L9)', { timeout: TIMEOUT_MS }, async () => {
  const outcome = await torture(planOf({ kills: 6, seed: 1, families: 5 }), () => undefined);
  expect(outcome.violations, reportText(outcome)).toEqual([]);
});
