import { ProblemError } from '@ectropy/sdk';
import { describe, expect, test } from 'vitest';
import { both, box, declare, lid, make, manage, peek, reach } from '../app/testing/asks.ts';
import { openBed } from '../app/testing/bed.ts';
import { until } from '../testing/until.ts';

const over = (key: string): ProblemError => new ProblemError({ code: 'conflict', path: ['dependencies', key], message: 'it is not there' });
const onA = { dependencies: { box: 'a' } };

describe.each(both)('a step that fails over a dependency, on %s', (store) => {
  test('has it looked at now: what is missing is made again, and the step goes on by itself (R13)', async () => {
    await using bed = await openBed({ store, lanes: 4, policy: { maxAttempts: 20, retryBaseMs: 5, retryMaxMs: 20 } });
    await make(bed, 'box', 'a');
    bed.world.things.delete(box('a'));
    bed.world.fail(lid('l'), over('box'), 3);
    await make(bed, 'lid', 'l', onA);
    await until(() => bed.world.things.has(box('a')), { what: 'the box' });
    await reach(bed, box('a'), 'ready');
    expect(bed.world.verbsOf(box('a'))).toEqual(['create', 'create']);
  });

  test('finds nothing where all is well, and writes nothing outside (L8, R13)', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    await make(bed, 'box', 'a');
    bed.world.fail(lid('l'), over('box'));
    await make(bed, 'lid', 'l', onA);
    await until(() => bed.world.looksOf(box('a')).length > 0, { what: 'the look' });
    expect(bed.world.verbsOf(box('a'))).toEqual(['create']);
  });
});

test.each([
  ['names a dependency that nobody has', over('spare')],
  ['names a part of the prototype', over('constructor')],
  ['is about something else', new ProblemError({ code: 'conflict', path: ['spec', 'size'], message: 'no' })],
])('nothing is looked at when the problem %s', async (_what, problem) => {
  await using bed = await openBed({ lanes: 4 });
  await make(bed, 'box', 'a');
  bed.world.fail(lid('l'), problem);
  await make(bed, 'lid', 'l', onA);
  expect(bed.world.looksOf(box('a'))).toEqual([]);
});

test('what is paused is left alone (R23)', async () => {
  await using bed = await openBed({ lanes: 4 });
  await make(bed, 'box', 'a');
  await declare(bed, 'box', 'a', { annotations: manage('paused') });
  const before = await peek(bed, box('a'));
  bed.world.fail(lid('l'), over('box'));
  await make(bed, 'lid', 'l', onA);
  expect(await peek(bed, box('a'))).toEqual(before);
});
