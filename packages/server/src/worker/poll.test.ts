import { expect, test } from 'vitest';
import { box, declareBoxes, me } from '../app/testing/asks.ts';
import { openBed } from '../app/testing/bed.ts';
import { until } from '../testing/until.ts';

test('a worker whose wake-ups are all lost goes on by its poll', async () => {
  await using bed = await openBed({ through: (real) => ({ ...real, onWake: () => () => undefined }) });
  bed.work({ pollMs: 10 });
  await declareBoxes(bed, ['a', 'b']);
  await until(async () => (await bed.app.get(box('b'), me)).state.status === 'ready');
  expect((await bed.app.get(box('a'), me)).observedGeneration).toBe(1);
});
