import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSelector } from '../core/labels.ts';
import type { ListRequest } from './app.ts';
import { both, declare, edit, me, refused, urnOf } from './testing/asks.ts';
import { type Bed, openBed } from './testing/bed.ts';
import { hubModules } from './testing/hub-kinds.ts';

/** Names whose order, and whose dots, could confuse a cursor. */
const names = ['a', 'a-b', 'a.b', 'a.b.c', 'a.b-c', 'a0', 'ab', 'B', 'b.', 'b..c', 'z.y.x', '0', '_', 'x'.repeat(60), 'x.y'.repeat(20)];

async function* pages({ app }: Bed, request: ListRequest): AsyncGenerator<readonly string[]> {
  let cursor: string | undefined;
  do {
    const page = await app.list({ ...request, ...(cursor !== undefined && { cursor }) }, me);
    ({ cursor } = page);
    yield page.resources.map(({ name }) => name);
  } while (cursor !== undefined);
}

describe.each(both)('a list in pages on %s', (store) => {
  test('has every name once, whatever dots it has (R38)', async () => {
    await using bed = await openBed({ store });
    await bed.app.apply(
      names.map((name) => edit('note', name)),
      me,
    );
    for (const limit of [1, 2, 7, 100]) {
      const seen: string[] = [];
      for await (const page of pages(bed, { kind: 'note', limit })) seen.push(...page);
      expect(seen).toEqual(names.toSorted());
    }
  });

  test('skips and repeats nothing of what does not change, while others write (R38)', async () => {
    const churn = fc.record({ name: fc.constantFrom(...names), verb: fc.constantFrom('put', 'remove') });
    const stable = fc.uniqueArray(fc.constantFrom(...names), { minLength: 1 });
    const turns = fc.array(fc.array(churn, { maxLength: 3 }), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(stable, turns, fc.integer({ min: 1, max: 4 }), async (kept, between, limit) => {
        await using bed = await openBed({ store });
        await bed.app.apply(
          kept.map((name) => edit('note', name, { labels: { kept: 'yes' } })),
          me,
        );
        const seen: string[] = [];
        let turn = 0;
        for await (const page of pages(bed, { kind: 'note', limit })) {
          seen.push(...page);
          for (const { name, verb } of between[turn++ % between.length] ?? []) {
            if (kept.includes(name)) continue;
            const work = verb === 'put' ? declare(bed, 'note', name) : bed.app.remove([{ urn: urnOf('note', name) }], me);
            await work.catch(() => undefined);
          }
        }
        expect(seen.filter((name) => kept.includes(name)).toSorted()).toEqual(kept.toSorted());
        expect(new Set(seen).size).toBe(seen.length);
      }),
      { seed: 38, numRuns: store === 'memory' ? 60 : 12 },
    );
  }, 120_000);

  test('keeps its place when the last one of a page is deleted, or ceases to match (R38)', async () => {
    await using bed = await openBed({ store });
    await bed.app.apply(
      ['a', 'b', 'c', 'd'].map((name) => edit('note', name, { labels: { team: 'x' } })),
      me,
    );
    const request = { kind: 'note', limit: 2, labels: parseSelector('team=x') };
    const first = await bed.app.list(request, me);
    await bed.app.remove([{ urn: urnOf('note', 'b') }], me);
    await declare(bed, 'note', 'a');
    const second = await bed.app.list({ ...request, ...(first.cursor !== undefined && { cursor: first.cursor }) }, me);
    expect(second.resources.map(({ name }) => name)).toEqual(['c', 'd']);
    expect(second.cursor).toBeUndefined();
  });

  test('goes over what is shared as well, in one order (R38)', async () => {
    await using bed = await openBed({ store, modules: hubModules });
    await bed.app.apply(
      ['a', 'c', 'e'].flatMap((name) => [
        edit('card', name),
        edit('card', `${name}.s`, { project: 'owner', sharedWith: ['demo'] }),
        edit('card', name, { project: 'zoo' }),
      ]),
      me,
    );
    const seen: string[] = [];
    for await (const page of pages(bed, { kind: 'card', project: 'demo', shared: 'also', limit: 2 })) seen.push(...page);
    expect(seen).toEqual(['a', 'c', 'e', 'a.s', 'c.s', 'e.s']);
  });
});

const encoded = (made: string) => Buffer.from(made).toString('base64url');

test('a cursor that somebody made up, cut or took from another list is refused', async () => {
  await using bed = await openBed();
  await bed.app.apply([edit('note', 'a'), edit('note', 'b')], me);
  const { cursor = expect.fail() } = await bed.app.list({ kind: 'note', limit: 1 }, me);
  const text = Buffer.from(cursor, 'base64url').toString();
  const wrong = [
    '',
    '.',
    'x',
    cursor.slice(0, 8),
    encoded(text.slice(0, -1).replace('orn', 'urn')),
    encoded(`.${text}`),
    encoded(text.replace('.', ':')),
    '💥',
  ];
  for (const made of wrong)
    expect((await refused(bed.app.list({ kind: 'note', limit: 1, cursor: made }, me)))[0]).toMatchObject({
      code: 'invalid',
      path: ['cursor'],
    });
  for (const other of [{}, { kind: 'box' }, { kind: 'note', project: 'demo' }, { kind: 'note', shared: 'also' as const }])
    expect((await refused(bed.app.list({ ...other, cursor }, me)))[0]?.message).toBe('the cursor belongs to a list with other filters');
});
