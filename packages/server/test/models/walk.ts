/** Walking through the pages of a list while others write, and what must come of it (R38). */
import * as fc from 'fast-check';
import { expect } from 'vitest';
import type { Answer, Op } from './reference.ts';
import { chooses, type Demand, labelsOf, selection, textOf } from './selection.ts';

/** Somebody who lists and somebody who writes, in a place of their own. */
export interface Shelf {
  list(
    selector: string,
    limit: number,
    next: string | undefined,
  ): Promise<{ readonly names: readonly string[]; readonly next: string | undefined }>;
  write(op: Op): Promise<Answer>;
}

type Labels = Readonly<Record<string, string>>;
interface Write {
  readonly name: string;
  /** Nothing: it is deleted. */
  readonly labels: Labels | null;
}

const names = ['a0', 'a-b', 'b', 'c1', 'c2', 'c-3', 'd', 'zz'];
const write: fc.Arbitrary<Write> = fc.record({ name: fc.constantFrom(...names), labels: fc.option(labelsOf, { nil: null, freq: 3 }) });
export const walks = fc.record({
  before: fc.uniqueArray(write, { selector: ({ name }) => name, maxLength: names.length }),
  between: fc.array(fc.array(write, { maxLength: 2 }), { maxLength: 9 }),
  demands: selection,
  limit: fc.integer({ min: 1, max: names.length + 1 }),
});
export type Walk = typeof walks extends fc.Arbitrary<infer T> ? T : never;

/** What is there, as the writer knows it. */
type There = Map<string, Labels>;

async function put({ name, labels }: Write, there: There, shelf: Shelf): Promise<void> {
  const send = async (op: Op): Promise<void> => expect(await shelf.write(op), JSON.stringify(op)).toMatchObject({ code: 'ok' });
  const old = there.get(name);
  if (labels === null) {
    if (old) await send({ verb: 'delete', name: `tally/${name}` });
    there.delete(name);
    return;
  }
  const cleared = Object.fromEntries(Object.keys(old ?? {}).map((key) => [key, '']));
  await send(
    old
      ? { verb: 'merge', name: `tally/${name}`, spec: { n: 0 }, labels: { ...cleared, ...labels } }
      : { verb: 'create', name: `tally/${name}`, spec: { n: 0 }, labels, on: null },
  );
  there.set(name, labels);
}

export async function stroll({ before, between, demands, limit }: Walk, shelf: Shelf): Promise<void> {
  const there: There = new Map();
  for (const one of before) await put(one, there, shelf);
  let always = chosen(there, demands);
  const ever = new Set(always);
  const seen: string[] = [];
  let next: string | undefined;
  let turn = 0;
  do {
    const page = await shelf.list(textOf(demands), limit, next);
    expect(page.names.length).toBeLessThanOrEqual(limit);
    for (const name of page.names) expect(chosen(there, demands)).toContain(name);
    seen.push(...page.names);
    ({ next } = page);
    for (const one of next === undefined ? [] : (between[turn++] ?? [])) {
      await put(one, there, shelf);
      const now = chosen(there, demands);
      always = always.filter((name) => now.includes(name));
      for (const name of now) ever.add(name);
    }
  } while (next !== undefined);
  expect(new Set(seen).size, `something is on two pages: ${seen.join()}`).toBe(seen.length);
  expect(seen.filter((name) => always.includes(name)).sort()).toEqual(always.toSorted());
}

const chosen = (there: There, demands: readonly Demand[]): readonly string[] =>
  [...there].filter(([, labels]) => chooses(demands, labels)).map(([name]) => name);
