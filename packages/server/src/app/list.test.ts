import { describe, expect, test } from 'vitest';
import { parseSelector } from '../core/labels.ts';
import type { ListRequest } from './app.ts';
import { both, declare, declareBoxes, edit, make, me, reach, box, refused } from './testing/asks.ts';
import { type Bed, openBed } from './testing/bed.ts';

const namesIn = async ({ app }: Bed, request: ListRequest): Promise<readonly string[]> =>
  (await app.list(request, me)).resources.map(({ name }) => name);

async function allPages({ app }: Bed, request: ListRequest, between: (page: number) => Promise<unknown>): Promise<readonly string[]> {
  const names: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; ; page += 1) {
    const found = await app.list({ ...request, ...(cursor !== undefined && { cursor }) }, me);
    names.push(...found.resources.map(({ name }) => name));
    cursor = found.cursor;
    if (cursor === undefined) return names;
    await between(page);
  }
}

describe.each(both)('list on %s', (store) => {
  test('by kind, project, status, with a true total', async () => {
    await using bed = await openBed({ store, lanes: 4, policy: { maxAttempts: 1 } });
    bed.world.fail(box('broken'), new Error('no'));
    await bed.app.apply([edit('note', 'n'), edit('box', 'broken'), edit('note', 'far', { project: 'other' })], me);
    await make(bed, 'box', 'fine');
    await reach(bed, box('broken'), 'failed');
    expect(await namesIn(bed, {})).toEqual(['broken', 'fine', 'n', 'far']);
    expect(await namesIn(bed, { kind: 'box' })).toEqual(['broken', 'fine']);
    expect(await namesIn(bed, { project: 'other' })).toEqual(['far']);
    expect(await namesIn(bed, { statuses: ['failed'] })).toEqual(['broken']);
    expect(await namesIn(bed, { statuses: ['failed', 'ready'], project: 'demo' })).toEqual(['broken', 'fine', 'n']);
    expect(await bed.app.list({ project: 'demo', limit: 1, total: true }, me)).toMatchObject({ total: 3 });
    expect(await bed.app.list({ limit: 1 }, me)).not.toHaveProperty('total');
  });

  test.each([
    ['team=a', ['a1', 'a2']],
    ['team==a', ['a1', 'a2']],
    ['team!=a', ['b1', 'none']],
    ['team in (a, b)', ['a1', 'a2', 'b1']],
    ['tier notin (x)', ['a2', 'b1', 'none']],
    ['tier', ['a1', 'b1']],
    ['!tier', ['a2', 'none']],
    ['team=a,tier=x', ['a1']],
    ['team=a,!tier', ['a2']],
    ['', ['a1', 'a2', 'b1', 'none']],
  ])('by labels: %s', async (selector, names) => {
    await using bed = await openBed({ store });
    const labels = { a1: { team: 'a', tier: 'x' }, a2: { team: 'a' }, b1: { team: 'b', tier: 'y' }, none: {} };
    await bed.app.apply(
      Object.entries(labels).map(([name, words]) => edit('note', name, { labels: words as Record<string, string> })),
      me,
    );
    expect(await namesIn(bed, { labels: parseSelector(selector) })).toEqual(names);
  });

  test('page by page while others write neither skips nor repeats what did not change', async () => {
    await using bed = await openBed({ store });
    const kept = Array.from({ length: 25 }, (_, i) => `k${String(i).padStart(2, '0')}`);
    await bed.app.apply(
      [...kept, 'k045', 'k145'].map((name) => edit('note', name)),
      me,
    );
    const names = await allPages(bed, { kind: 'note', limit: 4 }, async (page) => {
      await bed.app.apply(
        [edit('note', `k${page}x`), edit('note', 'a-first'), edit('note', kept[page * 3] ?? 'z', { labels: { n: String(page) } })],
        me,
      );
      if (page === 1)
        await bed.app.remove([{ urn: (await bed.app.list({ limit: 1, offset: 20 }, me)).resources[0]?.urn ?? expect.fail() }], me);
    });
    const untouched = kept.filter((name) => names.includes(name));
    expect(untouched.length).toBeGreaterThanOrEqual(24);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(names.toSorted());
  });

  test('says with a cursor that there is more, and only then', async () => {
    await using bed = await openBed({ store });
    await declareBoxes(bed, ['a', 'b', 'c', 'd']);
    const first = await bed.app.list({ limit: 2 }, me);
    expect(first.cursor).toBeDefined();
    const second = await bed.app.list({ limit: 2, cursor: first.cursor ?? '' }, me);
    expect(second.resources.map(({ name }) => name)).toEqual(['c', 'd']);
    expect(second.cursor).toBeUndefined();
    expect(await namesIn(bed, { limit: 2, offset: 1 })).toEqual(['b', 'c']);
  });

  test('hands out the version from which a watch goes on (L6)', async () => {
    await using bed = await openBed({ store });
    await declareBoxes(bed, ['a']);
    const { version } = await bed.app.list({}, me);
    expect(version).toBe(await bed.store.version());
  });
});

describe('list', () => {
  test('refuses a cursor of other filters', async () => {
    await using bed = await openBed();
    await declareBoxes(bed, ['a', 'b']);
    const { cursor = '' } = await bed.app.list({ limit: 1, kind: 'box' }, me);
    for (const other of [
      {},
      { kind: 'note' },
      { kind: 'box', project: 'demo' },
      { kind: 'box', labels: parseSelector('x') },
      { kind: 'box', statuses: ['ready'] },
    ] satisfies ListRequest[])
      expect(await refused(bed.app.list({ ...other, cursor }, me))).toEqual([
        {
          code: 'invalid',
          path: ['cursor'],
          message: 'the cursor belongs to a list with other filters',
          hint: 'start again without a cursor',
        },
      ]);
    expect(await namesIn(bed, { kind: 'box', limit: 7, cursor })).toEqual(['b']);
  });

  test.each(['', 'x', '%%%', 'AAAA.BBBB', Buffer.from('abc.orn:entropy:box').toString('base64url'), 'é'.repeat(1_000)])(
    'refuses a cursor that is garbage: %j',
    async (cursor) => {
      await using bed = await openBed();
      expect(await refused(bed.app.list({ cursor }, me))).toMatchObject([{ path: ['cursor'], message: 'the cursor cannot be read' }]);
    },
  );

  test.each([0, -1, 1.5, 1_001, Number.NaN])('refuses a limit of %d', async (limit) => {
    await using bed = await openBed();
    expect(await refused(bed.app.list({ limit }, me))).toMatchObject([
      { path: ['limit'], message: `must be a whole number from 1 to 1000 (got ${limit})` },
    ]);
  });

  test('gives 500 when nobody says how many', async () => {
    await using bed = await openBed();
    for (const half of ['a', 'b'])
      await bed.app.apply(
        Array.from({ length: 300 }, (_, i) => edit('note', `${half}${i}`)),
        me,
      );
    expect((await bed.app.list({}, me)).resources).toHaveLength(500);
    await declare(bed, 'note', 'more');
    expect((await bed.app.list({ limit: 1_000, total: true }, me)).total).toBe(601);
  });
});
