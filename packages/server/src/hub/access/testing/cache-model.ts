import type { AccessContext, Accessor, Held } from '@ectropy/sdk';
import * as fc from 'fast-check';
import type { CacheBackend, Entry } from '../cache/backend.ts';
import { cached } from '../cache/cache.ts';
import type { Fences } from '../cache/fences.ts';
import { aContext, aHeld, aKind } from './builders.ts';
import { MemoryFences } from './memory-fences.ts';
import { openCache } from './open-cache.ts';

/** What somebody does at one of the replicas. */
export interface Deed {
  readonly replica: number;
  readonly verb: 'get' | 'list' | 'all' | 'apply' | 'delete';
  readonly name: string;
}

export const aDeed: fc.Arbitrary<Deed> = fc.record({
  replica: fc.nat(1),
  verb: fc.constantFrom('get', 'get', 'get', 'list', 'all', 'apply', 'apply', 'delete'),
  name: fc.constantFrom('one', 'one', 'one', 'two'),
});

/** Everything that the service holds, at one moment: name to value. */
type State = ReadonlyMap<string, string>;

/** Every change is a new version of everything, so that an answer can be dated. */
class History {
  readonly versions: State[] = [new Map()];
  /** Which version a write made, by who wrote. */
  readonly made = new Map<string, number>();

  get now(): State {
    return this.versions.at(-1) ?? new Map();
  }

  change(by: string, edit: (state: Map<string, string>) => void): void {
    const next = new Map(this.now);
    edit(next);
    this.made.set(by, this.versions.push(next) - 1);
  }
}

/** Makes a call take its turns, there and back; it can be late and lost on either way. */
type Line = <A extends readonly unknown[], T>(what: string, act: (...args: A) => T | Promise<T>) => (...args: A) => Promise<T>;

const lineOf = (s: fc.Scheduler, { isLost, turns }: World): Line => {
  const pass = async (what: string): Promise<void> => {
    for (let left = turns(); left > 0; left -= 1) await s.schedule(Promise.resolve(), what);
    if (isLost()) throw new Error(`${what}: lost`);
  };
  return (what, act) =>
    async (...args) => {
      await pass(`${what} there`);
      const answer = await act(...args);
      await pass(`${what} back`);
      return answer;
    };
};

const heldOf = ([name, value]: readonly [string, string]): Held => aHeld({ name, labels: { value } });

const serviceOf = (history: History, line: Line): Accessor => ({
  get: line('get', async ({ name }) => [...history.now].map(heldOf).find((held) => held.name === name)),
  list: line('list', async () => [...history.now].map(heldOf)),
  apply: line('apply', async (held: Held, { actor }: AccessContext) => {
    history.change(actor, (state) => state.set(held.name, actor));
    return held;
  }),
  delete: line('delete', async ({ name }, { actor }: AccessContext) => {
    const there = history.now.has(name);
    history.change(actor, (state) => state.delete(name));
    return there;
  }),
});

/** A shared cache that is late, and that loses what it is given and what it is asked for. */
function farOf(line: Line): CacheBackend {
  const entries = new Map<string, Entry>();
  const get = line('far get', (key: string) => entries.get(key));
  const set = line('far set', (key: string, entry: Entry) => void entries.set(key, entry));
  return {
    get: (key) => get(key).catch(() => undefined),
    set: (key, entry) => set(key, entry).catch(() => undefined),
    close: async () => {},
  };
}

const fencesOn = (line: Line, fences: Fences): Fences => ({
  read: line('read fences', (names: readonly string[]) => fences.read(names)),
  raise: line('raise fences', (names: readonly string[]) => fences.raise(names)),
});

export interface World {
  /** Whether the next message is lost. */
  isLost(): boolean;
  /** How many turns the next message waits. */
  turns(): number;
  readonly fences?: Fences;
  readonly far?: boolean;
}

/**
 * Each client does one deed after the other, all clients at once, in the order of the scheduler. Answers with every read that was older
 * than the law allows.
 */
export async function oldReads(s: fc.Scheduler, clients: readonly (readonly Deed[])[], world: World): Promise<readonly string[]> {
  const history = new History();
  const { fences = new MemoryFences(), far } = world;
  const line = lineOf(s, world);
  const shared = far ? { far: farOf(line) } : {};
  const scope = { suffix: 'x', build: '1', visibility: () => '' };
  const open = (): Accessor => cached(openCache({ fences: fencesOn(line, fences), scope, ...shared }))(serviceOf(history, line), aKind());
  const replicas = [open(), open()];
  const old: string[] = [];
  let acknowledged = 0;

  const happen = async ({ replica, verb, name }: Deed, by: string): Promise<void> => {
    await s.schedule(Promise.resolve(), `${by} begins`);
    const accessor = replicas[replica] ?? open();
    const context = aContext({ actor: by });
    const at = { project: 'alpha', name };
    if (verb === 'apply' || verb === 'delete') {
      await (verb === 'apply' ? accessor.apply(aHeld({ name }), context) : accessor.delete(at, context));
      acknowledged = Math.max(acknowledged, history.made.get(by) ?? 0);
      return;
    }
    const floor = acknowledged;
    const one = verb === 'get' ? [await accessor.get(at, context)].filter((held) => held !== undefined) : undefined;
    const answer = one ?? (await accessor.list(verb === 'all' ? {} : { project: 'alpha' }, context));
    const view = (state: State): string => show([...state].filter(([key]) => verb !== 'get' || key === name));
    const seen = show(answer.map((held) => [held.name, held.labels['value'] ?? '']));
    if (!history.versions.slice(floor).some((state) => view(state) === seen)) old.push(`${by} ${verb} ${name}: ${seen}, floor ${floor}`);
  };
  const work = async (deeds: readonly Deed[], client: number): Promise<void> => {
    for (const [i, deed] of deeds.entries()) await happen(deed, `c${client}-${i}`).catch(() => undefined); // what is lost is not acknowledged
  };
  await s.waitFor(Promise.all(clients.map(work)));
  return old;
}

const show = (entries: readonly (readonly [string, string])[]): string => JSON.stringify([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
