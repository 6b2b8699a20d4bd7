/** What can be wrong with one step towards the world, and with telling of it. */
import { type Defect, seeds, torture } from './defect.ts';

const TURN = 'worker/turn.ts';

export const stepDefects: readonly Defect[] = [
  {
    name: 'key-per-attempt',
    what: 'A step that is taken again has another idempotency key.',
    law: 'L4',
    patches: [{ file: 'app/host.ts', find: 'key: `${uid}.${move}`,', replace: 'key: `${uid}.${move}.${now()}`,' }],
    caughtBy: { torture: torture('worker', 10), simulation: seeds(50) },
  },
  {
    name: 'move-on-retry',
    what: 'A step that failed counts as another move, so that its key and fence change when it is tried again.',
    law: 'L4',
    patches: [
      {
        file: 'core/advance.ts',
        find: "if (happening.type === 'planned') return before.status !== 'gone';",
        replace: "if (happening.type === 'planned' || happening.type === 'threw') return before.status !== 'gone';",
      },
    ],
    caughtBy: { torture: torture('worker', 4), simulation: seeds(300) },
  },
  {
    name: 'fence-starts-over',
    what: 'The fences of a new life of a name begin at the bottom again.',
    law: 'L4',
    patches: [{ file: 'app/host.ts', find: 'fence: born + move,', replace: 'fence: 1 + move + 0 * born,' }],
    caughtBy: { torture: torture('worker', 6), simulation: seeds(50) },
  },
  {
    name: 'row-dropped-first',
    what: 'A delete forgets the row before the thing is gone.',
    law: 'L9',
    patches: [
      {
        file: TURN,
        find: 'const taken = await takeStep(resource, move,',
        replace: `if (move.type === 'sync' && isLeaving(resource)) {
    await record(resource, lease, { happening: { type: 'stepped', step: { type: 'gone' } }, events: [], drifted: false }, deps);
    let left: Resource = resource;
    while (left.state.status === 'pending') {
      const last = await takeStep(left, move, { module, needs, config: around.config }, new AbortController().signal, deps);
      left = advance(left, last.happening, momentFor(deps, left.kind));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return 'ended';
  }
  const taken = await takeStep(resource, move,`,
      },
    ],
    caughtBy: { torture: torture('worker', 10), simulation: seeds(20) },
  },
  {
    name: 'late-news-counts',
    what: 'The answer of a step of an older plan is recorded as that of the present one.',
    law: 'L8',
    patches: [
      {
        file: TURN,
        find: 'const fresh = now.move === resource.move && now.state.status === resource.state.status;',
        replace: 'const fresh = now.state.status === resource.state.status;',
      },
    ],
    caughtBy: { simulation: seeds(300) },
  },
  {
    name: 'watch-skips-a-gap',
    what: 'A watcher that is behind the tail goes on from where the tail begins.',
    law: 'L6',
    patches: [
      {
        file: 'watch/tail.ts',
        find: 'if (at < Number(this.#from) || at > Number(this.#upTo)) return undefined;',
        replace: 'if (at > Number(this.#upTo)) return undefined;',
      },
    ],
    caughtBy: { torture: torture('api', 8), simulation: seeds(100) },
  },
];
