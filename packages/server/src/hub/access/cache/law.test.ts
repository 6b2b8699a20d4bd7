/** The law of the cache, over two replicas and every order in which their messages can arrive. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aDeed, oldReads, type World } from '../testing/cache-model.ts';
import { MemoryFences } from '../testing/memory-fences.ts';

const clients = fc.array(fc.array(aDeed, { minLength: 1, maxLength: 5 }), { minLength: 2, maxLength: 4 });
const RUNS = 800;

/** Whether a message is lost: about one of twenty. */
const luck = fc.infiniteStream(fc.nat(19)).map((stream) => () => stream.next().value === 0);

/** How long a message takes: mostly a turn, now and then as long as everything that others do. */
const pace = fc.infiniteStream(fc.constantFrom(1, 1, 1, 1, 1, 1, 8, 30)).map((stream) => () => stream.next().value);

const law = (world: (isLost: () => boolean) => Partial<World>) =>
  fc.asyncProperty(fc.scheduler(), clients, pace, luck, async (s, all, turns, isLost) => {
    expect(await oldReads(s, all, { isLost: () => false, turns, ...world(isLost) })).toEqual([]);
  });

test.each<[string, (isLost: () => boolean) => Partial<World>]>([
  ['whatever the order', () => ({})],
  ['whatever the order, with a shared cache', () => ({ far: true })],
  ['whatever the order and whatever is lost', (isLost) => ({ isLost })],
  ['whatever the order and whatever is lost, with a shared cache', (isLost) => ({ isLost, far: true })],
])('no acknowledged write is followed by an older read, %s', async (_, world) => {
  await fc.assert(law(world), { seed: 3, numRuns: RUNS });
});

describe('the model finds a cache that breaks the law', () => {
  /** Fences of which some raises do not arrive, although they are answered. */
  class Leaky extends MemoryFences {
    readonly #keeps: (raise: number) => boolean;
    #count = 0;

    constructor(keeps: (raise: number) => boolean) {
      super();
      this.#keeps = keeps;
    }

    override async raise(names: readonly string[]): Promise<void> {
      this.#count += 1;
      if (this.#keeps(this.#count)) await super.raise(names);
    }
  }

  test.each([
    ['without fences', () => false],
    ['without the second raise', (raise: number) => raise % 2 === 1],
  ])('%s', async (_, keeps) => {
    const { failed } = await fc.check(
      law(() => ({ fences: new Leaky(keeps) })),
      { seed: 3, numRuns: RUNS },
    );
    expect(failed).toBe(true);
  });
});
