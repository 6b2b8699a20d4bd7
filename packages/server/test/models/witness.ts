/** A watcher that is cut again and again and goes on where it was: what it has put together is the list (L6, R37). */
import * as fc from 'fast-check';
import { expect } from 'vitest';
import { remember, sayable, stranger, type Tongue, type Wish, wishes } from './program.ts';
import type { Answer, Op } from './reference.ts';

/** What a watcher tells: one thing as it now is, gone from what is watched, or only how far it has come. */
export interface Told {
  readonly type: 'new' | 'put' | 'gone' | 'mark';
  readonly name: string;
  readonly version: string;
  readonly text: string;
}

/** A place in which some write and others watch. */
export interface Stage {
  write(op: Op): Promise<Answer>;
  list(selector: string): Promise<{ readonly version: string; readonly found: ReadonlyMap<string, string> }>;
  /** At most so many of the changes since then, none later than the end. */
  follow(selector: string, since: string, end: string, most: number): Promise<readonly Told[]>;
}

const names = ['tally/a', 'tally/b', 'tally/c'];
const SELECTORS = ['', 'x', '!x', 'x=1', 'x!=1,y', 'y in (1, 2)'];
/** What is done at once: nobody works on anything when the last writer has been answered. */
const tongue: Tongue = {
  verbs: ['create', 'merge', 'update', 'add', 'rollback', 'delete'],
  versioned: ['merge', 'delete'],
  mustVersion: ['update'],
};
/** Between them they are chosen by every selector, and they come last. */
const last = [{ x: '1', y: '1' }, { y: '1' }].map((labels, i): Op => ({
  verb: 'create',
  name: `tally/last${i}`,
  spec: { n: 0 },
  labels,
  on: null,
}));

export const plays = fc.record({
  before: fc.array(wishes(names, tongue), { maxLength: 5, size: 'max' }),
  writers: fc.array(fc.array(wishes(names, tongue), { maxLength: 8, size: 'max' }), { minLength: 1, maxLength: 3 }),
  cuts: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 5 }),
});
type Play = typeof plays extends fc.Arbitrary<infer T> ? T : never;

async function perform(program: readonly Wish[], { write }: Stage): Promise<void> {
  const known = stranger([]);
  for (const wish of program) {
    const op = sayable({ ...wish, keyed: false }, known, tongue, '');
    if (op) remember(known, op, await write(op));
  }
}

/** Takes in what is told, as a client does that keeps what it sees; what does not fit that is an error. */
function take(seen: Map<string, string>, { type, name, text }: Told): void {
  if (type === 'mark') return;
  expect(`${type} ${name}: known ${seen.has(name)}`).toBe(`${type} ${name}: known ${type !== 'new'}`);
  if (type === 'gone') seen.delete(name);
  else seen.set(name, text);
}

async function witness(selector: string, begun: Awaited<ReturnType<Stage['list']>>, { cuts }: Play, stage: Stage): Promise<void> {
  const seen = new Map(begun.found);
  const { found } = await stage.list(selector);
  const end = [...found.values()].reduce((newest, version) => (BigInt(version) > BigInt(newest) ? version : newest));
  let since = begun.version;
  for (let cut = 0; BigInt(since) < BigInt(end); cut += 1) {
    const told = await stage.follow(selector, since, end, cuts[cut % cuts.length] ?? 1);
    for (const one of told) {
      if (one.type !== 'mark') expect(BigInt(one.version)).toBeGreaterThan(BigInt(since));
      take(seen, one);
      since = one.version;
    }
  }
  expect(Object.fromEntries(seen)).toEqual(Object.fromEntries(found));
}

export async function watchAndCompare(one: Play, stage: Stage): Promise<void> {
  await perform(one.before, stage);
  const begun = await Promise.all(SELECTORS.map((selector) => stage.list(selector)));
  await Promise.all(one.writers.map((program) => perform(program, stage)));
  for (const op of last) expect(await stage.write(op)).toMatchObject({ code: 'ok' });
  await Promise.all(SELECTORS.map((selector, i) => witness(selector, begun[i] as (typeof begun)[0], one, stage)));
}
