import type { Verb } from './deps.ts';
import { describe, expect, test } from 'vitest';
import type { PlanRequest } from './app.ts';
import {
  both,
  box,
  declare,
  declareBoxes,
  edit,
  lid,
  make,
  me,
  peek,
  reach,
  refused,
  sentences,
  traces,
  urnOf,
  vanish,
} from './testing/asks.ts';
import { openBed } from './testing/bed.ts';

const applying = (...args: Parameters<typeof edit>): PlanRequest => ({ type: 'apply', edit: edit(...args) });
const removing = (urn: ReturnType<typeof box>): PlanRequest => ({ type: 'remove', remove: { urn } });

describe.each(both)('a plan on %s', (store) => {
  test('is stored and does nothing else (L5)', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    await make(bed, 'box', 'a');
    const before = await traces(bed, box('a'));
    const plan = await bed.app.plan([applying('box', 'a', { spec: { size: 2 } }), applying('box', 'b')], me);
    expect(await traces(bed, box('a'))).toStrictEqual(before);
    expect(await bed.app.getPlan(plan.id, me)).toStrictEqual(plan);
    expect(await peek(bed, box('b'))).toBeUndefined();
  });

  test('is the same plan when it is made twice (L5)', async () => {
    await using bed = await openBed({ store });
    const requests = [applying('box', 'a', { spec: { size: 3 }, labels: { x: 'y' } }), applying('note', 'n')];
    const { operations, summary } = await bed.app.plan(requests, me);
    expect(await bed.app.plan(requests, me)).toMatchObject({ operations, summary });
  });

  test('applied by its id does exactly what it said (L5)', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    await make(bed, 'box', 'a');
    await make(bed, 'box', 'b');
    await make(bed, 'box', 'c');
    const acting = { type: 'act', act: { urn: box('c'), action: 'paint', params: { color: 'blue' } } } as const;
    const others = [removing(box('b')), applying('lid', 'l', { dependencies: { box: 'a' } }), acting];
    const plan = await bed.app.plan([applying('box', 'a', { spec: { size: 2 } }), ...others], me);
    const results = await bed.app.applyPlan(plan.id, { actor: 'bob' });
    expect(results.map(({ operation }) => operation)).toStrictEqual(plan.operations);
    expect(results[0]?.resource).toMatchObject({ spec: { size: 2 }, updatedBy: 'bob' });
    await reach(bed, lid('l'), 'ready');
    expect((await reach(bed, box('c'), 'ready')).spec).toMatchObject({ color: 'blue' });
    await vanish(bed, box('b'));
  });

  test('tells destroys first, and reads aloud', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    await make(bed, 'box', 'a', { spec: { region: 'eu' } });
    await make(bed, 'box', 'b');
    await make(bed, 'box', 'c');
    const requests = [
      applying('box', 'n', { spec: { size: 4 } }),
      applying('box', 'c', { spec: { size: 1 } }),
      applying('box', 'b', { spec: { size: 5 } }),
      applying('box', 'a', { spec: { region: 'us' } }),
    ];
    await declare(bed, 'note', 'old', { spec: { text: 'x' } });
    const { summary } = await bed.app.plan([...requests, removing(urnOf('note', 'old'))], me);
    expect(summary.counts).toMatchObject({ delete: 1, replace: 1, update: 1, create: 1, noop: 1 });
    expect(summary.lines).toEqual([
      '1 to delete, 1 to replace, 1 to update, 1 to create, 1 unchanged',
      `- ${urnOf('note', 'old')}`,
      '    spec.text: "x" → (absent)',
      `± ${box('a')}`,
      '    spec.region: "eu" → "us" (replaces)',
      expect.stringMatching(/output\.id/),
      '    because spec.region cannot change in place',
      '    › make it 1 wide',
      `~ ${box('b')}`,
      '    spec.size: 1 → 5',
      '    › make it 5 wide',
      `+ ${box('n')}`,
      '    spec.size: 4',
      expect.stringMatching(/output\.id: .*\(known after apply\)/),
      '    › make it 4 wide',
    ]);
  });

  test('is stale after an edit, after a delete, and after another life of the name (L5)', async () => {
    await using bed = await openBed({ store });
    const note = urnOf('note', 'n');
    await declare(bed, 'note', 'n', { spec: { x: 1 } });
    const planned = await bed.app.plan([applying('note', 'n', { spec: { x: 2 } })], me);
    await declare(bed, 'note', 'n', { spec: { x: 3 } });
    const stale = {
      code: 'conflict',
      message: `plan '${planned.id}' is stale: '${note}' has changed since it was made`,
      hint: 'make a new plan',
    };
    expect(await refused(bed.app.applyPlan(planned.id, me))).toEqual([stale]);

    const second = await bed.app.plan([applying('note', 'n', { mode: 'update', spec: { x: 4 } })], me);
    await bed.app.remove([{ urn: note }], me);
    expect(await sentences(bed.app.applyPlan(second.id, me))).toEqual([
      `plan '${second.id}' is stale: resource with urn '${note}' not found`,
    ]);
    await declare(bed, 'note', 'n', { spec: { x: 1 } });
    expect((await refused(bed.app.applyPlan(second.id, me)))[0]?.code).toBe('conflict');
    expect((await peek(bed, note))?.spec).toEqual({ x: 1 });
  });

  test('to create is stale when the resource has come meanwhile (L5)', async () => {
    await using bed = await openBed({ store });
    const { id } = await bed.app.plan([applying('note', 'n')], me);
    await declare(bed, 'note', 'n');
    expect((await refused(bed.app.applyPlan(id, me)))[0]?.message).toContain('is stale');
  });

  test('is stale after a change of its dependencies, and when a dependency is gone (L5)', async () => {
    await using bed = await openBed({ store });
    await declareBoxes(bed, ['a', 'b']);
    await declare(bed, 'lid', 'l', { dependencies: { box: 'a' } });
    const { id } = await bed.app.plan([applying('lid', 'l', { spec: { size: 2 }, dependencies: { box: 'a' } })], me);
    await declare(bed, 'lid', 'l', { dependencies: { box: 'b' } });
    expect((await refused(bed.app.applyPlan(id, me)))[0]?.message).toContain('has changed since it was made');

    const created = await bed.app.plan([applying('lid', 'k', { dependencies: { box: 'a' } })], me);
    await bed.app.remove([{ urn: box('a') }], me);
    expect((await refused(bed.app.applyPlan(created.id, me)))[0]?.message).toContain(`dependency '${box('a')}' is being deleted`);
  });

  test('to delete is stale when somebody has come to depend on it (L5)', async () => {
    await using bed = await openBed({ store });
    await declare(bed, 'box', 'a');
    const { id } = await bed.app.plan([removing(box('a'))], me);
    await declare(bed, 'lid', 'l', { dependencies: { box: 'a' } });
    expect((await refused(bed.app.applyPlan(id, me)))[0]).toMatchObject({ code: 'conflict', hint: 'make a new plan' });
  });

  test('is not stale after a mere change of status: a look, a drift, a failure', async () => {
    await using bed = await openBed({ store, lanes: 4 });
    await make(bed, 'box', 'a');
    const { id, operations } = await bed.app.plan([applying('box', 'a', { spec: { size: 2 } })], me);
    const version = await bed.store.version();
    bed.world.meddle(box('a'), { size: 50 });
    await bed.app.check(box('a'), me);
    await reach(bed, box('a'), 'ready');
    expect(BigInt(await bed.store.version())).toBeGreaterThan(BigInt(version));
    expect((await bed.app.applyPlan(id, me)).map(({ operation }) => operation)).toStrictEqual(operations);
  });

  test('applied twice is stale the second time; one that changes nothing can be applied for ever', async () => {
    await using bed = await openBed({ store });
    const { id } = await bed.app.plan([applying('note', 'n')], me);
    await bed.app.applyPlan(id, me);
    expect((await refused(bed.app.applyPlan(id, me)))[0]?.message).toContain('is stale');
    const same = await bed.app.plan([applying('note', 'n')], me);
    for (let i = 0; i < 2; i += 1) expect((await bed.app.applyPlan(same.id, me))[0]?.operation.type).toBe('noop');
  });

  test('applied at the same moment by two is applied once', async () => {
    await using bed = await openBed({ store });
    await declare(bed, 'note', 'n', { spec: { x: 1 } });
    const { id } = await bed.app.plan([applying('note', 'n', { spec: { x: 2 } })], me);
    const outcomes = await Promise.allSettled([bed.app.applyPlan(id, me), bed.app.applyPlan(id, me)]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('with an id that nobody knows is refused', async () => {
    await using bed = await openBed({ store });
    const unknown = { code: 'not_found', message: "plan 'x' not found", hint: 'plans are kept for a day; make a new one' };
    expect(await refused(bed.app.getPlan('x', me))).toEqual([unknown]);
    expect(await refused(bed.app.applyPlan('x', me))).toEqual([unknown]);
  });

  test('refuses what an apply would refuse (L5)', async () => {
    await using bed = await openBed({ store });
    expect(await sentences(bed.app.plan([applying('box', 'a', { spec: { size: 101 } })], me))).toEqual([
      'spec.size: must be ≤ 100 (got 101)',
    ]);
  });
});

test('a plan that somebody may not apply is denied, not stale; to whoever may not see what it is about it is not there (L11)', async () => {
  const denied = new Set<Verb>();
  await using bed = await openBed({
    deps: { authorise: (_, verb) => (denied.has(verb) ? { code: 'denied', message: 'you may not' } : undefined) },
  });
  const { id } = await bed.app.plan([applying('note', 'n')], me);
  denied.add('apply');
  expect(await refused(bed.app.applyPlan(id, me))).toEqual([{ code: 'denied', message: 'you may not' }]);
  denied.add('get');
  for (const [problem] of await Promise.all([bed.app.getPlan(id, me), bed.app.applyPlan(id, me), bed.app.dropPlan(id, me)].map(refused)))
    expect(problem?.code).toBe('not_found');
});
