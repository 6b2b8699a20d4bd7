/** Every mutation of the API, in any order, by two clients: after each of them all is as the reference says. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openBed } from '../../src/app/testing/bed.ts';
import { until } from '../../src/testing/until.ts';
import { everything, expectedOf, isAs, performAt, reread } from './app-client.ts';
import { check, HOURS } from './check.ts';
import { remember, sayable, stranger, tongues, type Wish, wishes } from './program.ts';
import { isRefused, nothing, type Op, settled, step, type World } from './reference.ts';
import { modules } from './tally.ts';

const names = ['gauge/a', 'tally/b', 'tally/c'];

/** A wish of one of the clients, or a while in which somebody works. */
type Turn = { readonly client: 0 | 1; readonly wish: Wish } | 'work';
const turns: fc.Arbitrary<readonly Turn[]> = fc.array(
  fc.oneof(
    { weight: 9, arbitrary: fc.record({ client: fc.constantFrom(0 as const, 1 as const), wish: wishes(names, tongues.app) }) },
    { weight: 1, arbitrary: fc.constant('work' as const) },
  ),
  { minLength: 5, maxLength: 90, size: 'max' },
);

async function play(store: 'memory' | 'postgres', program: readonly Turn[]): Promise<void> {
  await using bed = await openBed({ store, modules: () => modules });
  const { app } = bed;
  const sent: Op[] = [];
  const clients = [stranger(sent), stranger(sent)] as const;
  let world: World = nothing;
  for (const [i, turn] of program.entries()) {
    if (turn === 'work') {
      world = settled(world);
      const worker = bed.work();
      await until(() => isAs(app, world.rows), { what: 'rest', timeoutMs: 2_000 }).catch(() => undefined);
      await worker.close({ graceMs: 1_000 });
      world = { ...world, rows: await reread(app, world.rows) };
    } else {
      const known = clients[turn.client];
      const op = sayable(turn.wish, known, tongues.app, `key-${i}`);
      if (!op || (isRefused(world, op) && !turn.wish.insists)) continue;
      const answer = await performAt(app, op);
      const next = step(world, op, answer);
      expect(
        next,
        `${JSON.stringify(op)} was answered with ${JSON.stringify(answer)} in ${JSON.stringify(world.rows[op.name])}`,
      ).toBeDefined();
      world = next ?? world;
      remember(known, op, answer);
    }
    expect(await everything(app)).toEqual(expectedOf(world.rows));
  }
}

describe.each([
  ['memory', 80],
  ['postgres', 8],
] as const)('the API on %s', (store, runs) => {
  test('does what the reference does, whoever asks for what in whatever order (L1, L7, L9)', { timeout: HOURS }, () =>
    check(
      501,
      runs,
      fc.asyncProperty(turns, (program) => play(store, program)),
    ),
  );
});
