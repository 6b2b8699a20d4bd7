/** Clients at the same time: what they see could have come about one request after the other. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Bed, openBed } from '../../src/app/testing/bed.ts';
import type { Store } from '../../src/store/port.ts';
import { performAt } from './app-client.ts';
import { check, HOURS } from './check.ts';
import { openRecorder } from './linear.ts';
import { explained } from './explained.ts';
import { remember, sayable, stranger, tongues, type Wish, wishes } from './program.ts';
import type { Answer, Op } from './reference.ts';
import { modules } from './tally.ts';

const names = ['tally/a', 'tally/b'];
const programs = fc.array(fc.array(wishes(names, tongues.app), { minLength: 1, maxLength: 6 }), { minLength: 2, maxLength: 2 });

/** Runs the programs side by side, on a bed each, and gives what their clients saw. */
async function play(beds: readonly Bed[], clients: readonly (readonly Wish[])[], during: (work: Promise<unknown>) => Promise<unknown>) {
  const recorder = openRecorder<Op, Answer>();
  const sent: Op[] = [];
  const work = clients.map(async (program, client) => {
    const known = stranger(sent);
    for (const [i, wish] of program.entries()) {
      const op = sayable(wish, known, tongues.app, `${client}-${i}`);
      if (!op) continue;
      const { app } = beds[client] as Bed;
      remember(known, op, await recorder.record(`${client}`, op, () => performAt(app, op)));
    }
  });
  await during(Promise.all(work));
  return recorder.calls;
}

/** Waits for its turn before the call and behind it. */
const inTurn =
  <A extends readonly unknown[], R>(scheduler: fc.Scheduler, call: (...args: A) => Promise<R>) =>
  async (...args: A): Promise<R> => {
    await scheduler.schedule(Promise.resolve());
    const answer = await call(...args);
    await scheduler.schedule(Promise.resolve());
    return answer;
  };

/** A store whose reads and writes come in the scheduler's order. */
const inTurns =
  (scheduler: fc.Scheduler) =>
  (store: Store): Store => ({
    ...store,
    load: inTurn(scheduler, store.load),
    commit: inTurn(scheduler, store.commit),
    recall: inTurn(scheduler, store.recall),
    revisions: inTurn(scheduler, store.revisions),
    dependents: inTurn(scheduler, store.dependents),
    reach: inTurn(scheduler, store.reach),
  });

/** Two clients on the store in memory, each through such a store of its own. */
const inMemory = (runs: number, through: (store: Store) => Store = (store) => store, more = {}): Promise<void> =>
  check(
    502,
    runs,
    fc.asyncProperty(programs, fc.scheduler(), async (clients, scheduler) => {
      await using bed = await openBed({ modules: () => modules });
      const beside = await Promise.all(clients.map(() => bed.beside({ through: (store) => inTurns(scheduler)(through(store)) })));
      explained(await play(beside, clients, (work) => scheduler.waitFor(work)));
    }),
    more,
  );

/** Stores that break a promise, so that this is seen to notice. */
const broken: Readonly<Record<string, (store: Store) => Store>> = {
  'lets everybody write over everybody': (store) => ({
    ...store,
    async commit(group) {
      const { resources } = await store.load(group.writes.map(({ resource }) => resource.urn));
      const writes = group.writes.map((write) => ({
        ...write,
        expected: resources.get(write.resource.urn)?.version ?? ('absent' as const),
      }));
      return store.commit({ ...group, writes });
    },
  }),
  'forgets keys': (store) => ({
    ...store,
    recall: async () => undefined,
    commit: ({ writes, graph }) => store.commit({ writes, ...(graph !== undefined && { graph }) }),
  }),
  'shows what was there before': (store) => {
    let shown: Awaited<ReturnType<Store['load']>> | undefined;
    return {
      ...store,
      async load(...args) {
        const before = shown;
        shown = await store.load(...args);
        return before ?? shown;
      },
    };
  },
  'drops what others depend on': (store) => ({ ...store, dependents: async () => [], commit: unlinked(store) }),
};

const unlinked =
  ({ commit }: Store): Store['commit'] =>
  (group) =>
    commit({ ...group, writes: group.writes.map((write) => (write.op === 'put' ? { ...write, relink: false } : write)) });

describe('two clients at once', () => {
  test('on the store in memory, in whatever order their reads and writes come (L1, L9)', { timeout: HOURS }, () => inMemory(250));

  test.each(Object.entries(broken))('are not fooled by a store that %s', { timeout: HOURS }, async (_, through) => {
    await expect(inMemory(2_000, through, { endOnFailure: true })).rejects.toThrow(/no order of these|Property failed/);
  });

  test('on PostgreSQL, as two processes, while others work (L1, L9)', { timeout: HOURS }, async () => {
    await check(
      503,
      25,
      fc.asyncProperty(programs, async (clients) => {
        await using bed = await openBed({ store: 'postgres', modules: () => modules, lanes: 2 });
        const calls = await play([bed, await bed.beside({ lanes: 2 })], clients, (work) => work);
        explained(calls);
      }),
    );
  });
});
