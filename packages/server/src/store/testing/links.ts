import { expect, test } from 'vitest';
import type { Resource } from '../../core/resource.ts';
import { aResource, drop, put } from '../../testing/builders.ts';
import { commit, create, createAll, get, parallel, refusal, write } from './acts.ts';
import type { Open } from './open.ts';

const a = aResource({ name: 'a' });
const b = aResource({ name: 'b' });
const on = (...targets: readonly Resource[]) => Object.fromEntries(targets.map(({ name, urn }) => [`to-${name}`, urn]));
const named = (name: string, ...targets: readonly Resource[]) => aResource({ name, dependencies: on(...targets) });
const chain = (length: number) =>
  Array.from({ length }, (_, i) => named(`c${i}`, ...(i + 1 < length ? [aResource({ name: `c${i + 1}` })] : [])));

const leaving = (one: Resource | undefined): Resource => ({ ...(one ?? expect.fail()), deletionRequestedAt: 1 });

export function linkLaws(open: Open): void {
  test('a resource cannot be linked to one that does not exist', async () => {
    const store = await open();
    expect(await refusal(store.commit({ writes: [put(named('x', a))] }))).toEqual({
      type: 'unlinked',
      urn: named('x').urn,
      missing: a.urn,
    });
    await write(store, put(a));
    await write(store, put(named('x', a)));
  });

  test('a resource cannot be linked to one that is on its way out (L9)', async () => {
    const store = await open();
    await create(store, { name: 'a', deletionRequestedAt: 1 });
    expect(await refusal(store.commit({ writes: [put(named('x', a))] }))).toEqual({
      type: 'unlinked',
      urn: named('x').urn,
      missing: a.urn,
    });
  });

  test('a link to something that the same group puts is in order, in any order', async () => {
    const store = await open();
    await commit(store, [put(named('x', a, b)), put(a), put(named('b', a))]);
    expect(await store.dependents([a.urn])).toHaveLength(2);
  });

  test('a write that does not change the dependencies does not look at them', async () => {
    const store = await open();
    const written = await commit(store, [put(a), put(named('x', a))]);
    const [, user] = await commit(
      store,
      written.map((resource) => put(leaving(resource))),
    );
    await write(store, put({ ...(user ?? expect.fail()), spec: 'new' }));
    expect(await store.dependents([a.urn])).toEqual([{ from: user?.urn, key: 'to-a', to: a.urn }]);
  });

  test('what others depend on is not dropped (L9)', async () => {
    const store = await open();
    const [target, user] = await commit(store, [put(a), put(named('x', a))]);
    const inUse = await refusal(store.commit({ writes: [drop(target ?? expect.fail())] }));
    expect(inUse).toEqual({ type: 'in-use', urn: a.urn, by: user?.urn });
    await write(store, drop(user ?? expect.fail()));
    await write(store, drop(target ?? expect.fail()));
    expect((await store.list({ limit: 10 })).resources).toEqual([]);
  });

  test('a group may drop a resource together with all that depend on it, in any order', async () => {
    const store = await open();
    const [target, x, y] = await commit(store, [put(a), put(named('x', a)), put(named('y', a))]);
    const [target_, x_, y_] = [target ?? expect.fail(), x ?? expect.fail(), y ?? expect.fail()];
    expect((await refusal(store.commit({ writes: [drop(target_), drop(x_)] }))).type).toBe('in-use');
    await commit(store, [drop(target_), drop(x_), drop(y_)]);
    expect(await store.dependents([a.urn])).toEqual([]);
  });

  test('linking to a resource and dropping it at the same moment: one of the two is refused (L9)', async () => {
    const store = await open();
    for (let i = 0; i < 10; i++) {
      const target = await create(store, { name: `t${i}` });
      const [linked, dropped] = await Promise.all([
        store.commit({ writes: [put(named(`x${i}`, target))] }),
        store.commit({ writes: [drop(target)] }),
      ]);
      expect([linked.type, dropped.type].sort()).toEqual(['committed', 'refused']);
    }
  });

  test('relinking replaces the old links', async () => {
    const store = await open();
    const [, , x] = await commit(store, [put(a), put(b), put(named('x', a))]);
    await write(store, put({ ...(x ?? expect.fail()), dependencies: { new: b.urn } }, { relink: true }));
    expect(await store.dependents([a.urn, b.urn])).toEqual([{ from: x?.urn, key: 'new', to: b.urn }]);
    await write(store, drop((await get(store, a.urn)) ?? expect.fail()));
  });

  test('a guard refuses the group when what the decision rests on has moved', async () => {
    const store = await open();
    const seen = await write(store, put(a));
    const guards = [
      { urn: a.urn, version: seen.version },
      { urn: b.urn, version: 'absent' as const },
    ];
    await write(store, put(aResource({ name: 'x1' }), { guards }));
    const moved = await write(store, put(seen));
    expect(await refusal(store.commit({ writes: [put(aResource({ name: 'x2' }), { guards })] }))).toEqual({ type: 'moved', urn: a.urn });
    const fresh = [
      { urn: a.urn, version: moved.version },
      { urn: b.urn, version: 'absent' as const },
    ];
    await write(store, put(aResource({ name: 'x2' }), { guards: fresh }));
    await write(store, put(b));
    expect(await refusal(store.commit({ writes: [put(aResource({ name: 'x3' }), { guards: fresh })] }))).toEqual({
      type: 'moved',
      urn: b.urn,
    });
  });

  test('a guard and a write of what it guards at the same moment: the guarded write comes first or is refused', async () => {
    const store = await open();
    for (let i = 0; i < 10; i++) {
      const target = await create(store, { name: `t${i}` });
      const [guarded, moving] = await Promise.all([
        store.commit({ writes: [put(aResource({ name: `x${i}` }), { guards: [{ urn: target.urn, version: target.version }] })] }),
        store.commit({ writes: [put(target)] }),
      ]);
      const [moved] = moving.type === 'committed' ? moving.resources : expect.fail();
      if (guarded.type === 'committed') expect(BigInt(guarded.resources[0]?.version ?? 0)).toBeLessThan(BigInt(moved?.version ?? 0));
      else expect(guarded).toEqual({ type: 'refused', refusal: { type: 'moved', urn: target.urn } });
    }
  });

  test('asking for the deletion of what others depend on is refused, unless they leave too (L9)', async () => {
    const store = await open();
    const [sa, sb] = await commit(store, [put(a), put(named('b', a))]);
    expect(await refusal(store.commit({ writes: [put(leaving(sa))] }))).toEqual({ type: 'in-use', urn: a.urn, by: b.urn });
    await commit(store, [put(leaving(sa)), put(leaving(sb))]);
  });

  test('who asks for the deletion of what is being deleted, or of what only the leaving depend on, is not refused (L9)', async () => {
    const store = await open();
    const [sa, sb] = await commit(store, [put(a), put(named('b', a))]);
    await write(store, put(leaving(sb)));
    const asked = await write(store, put(leaving(sa)));
    await write(store, put({ ...asked, spec: 'again' }));
  });

  test('asking for a deletion and linking to the same at the same moment: never both (L9)', async () => {
    const store = await open();
    for (let i = 0; i < 10; i++) {
      const target = await create(store, { name: `t${i}` });
      const outcomes = await Promise.all([
        store.commit({ writes: [put({ ...target, deletionRequestedAt: 1 })] }),
        store.commit({ writes: [put(named(`x${i}`, target))] }),
      ]);
      expect(outcomes.map(({ type }) => type).sort()).toEqual(['committed', 'refused']);
    }
  });

  test('a change of links is refused when others changed links since the edges were read: no cycle slips in', async () => {
    const store = await open();
    const [sa, sb] = await createAll(store, ['a', 'b']);
    const { graph } = await store.reach([a.urn, b.urn]);
    const link = (from: Resource | undefined, to: Resource) =>
      store.commit({ writes: [put({ ...(from ?? expect.fail()), dependencies: on(to) }, { relink: true })], graph });
    const outcomes = await Promise.all([link(sa, b), link(sb, a)]);
    expect(outcomes.map(({ type }) => type).sort()).toEqual(['committed', 'refused']);
    const loser = outcomes[0].type === 'refused' ? a : b;
    expect(await refusal(outcomes[0].type === 'refused' ? outcomes[0] : outcomes[1])).toEqual({ type: 'moved', urn: loser.urn });
    expect((await store.reach([a.urn])).graph).not.toBe(graph);
  });

  test('new resources do not stand in the way of a change of links', async () => {
    const store = await open();
    const [sa] = await createAll(store, ['a', 'b']);
    const { graph } = await store.reach([a.urn]);
    await write(store, put(named('x', a)));
    await commit(store, [put({ ...(sa ?? expect.fail()), dependencies: on(b) }, { relink: true })], { graph });
  });

  test('a decision that rests on the edges is refused when a new resource was linked under the same condition since', async () => {
    const store = await open();
    const [sa] = await createAll(store, ['a', 'b']);
    const { graph } = await store.reach([a.urn]);
    await commit(store, [put(named('x', a))], { graph });
    expect(await refusal(store.commit({ writes: [put(sa ?? expect.fail())], graph }))).toEqual({ type: 'moved', urn: a.urn });
    await commit(store, [put(sa ?? expect.fail())], { graph: (await store.reach([a.urn])).graph });
  });

  test('dependents are the direct ones only', async () => {
    const store = await open();
    await commit(store, [put(a), put(named('b', a)), put(named('x', b)), put(named('y', a, b))]);
    const edges = await store.dependents([a.urn]);
    expect(edges.map(({ from, key, to }) => [from, key, to]).sort()).toEqual([
      [b.urn, 'to-a', a.urn],
      [named('y').urn, 'to-a', a.urn],
    ]);
    expect(await store.dependents([])).toEqual([]);
    expect(await store.dependents([named('x').urn])).toEqual([]);
  });

  test('reach follows a chain of 200 to its end, downwards only, each edge once', async () => {
    const store = await open();
    const all = chain(200);
    await commit(
      store,
      all.map((resource) => put(resource)),
    );
    const from = (i: number) => all[i]?.urn ?? expect.fail();
    expect((await store.reach([from(0)])).edges).toHaveLength(199);
    expect((await store.reach([from(150)])).edges).toHaveLength(49);
    expect((await store.reach([from(199)])).edges).toEqual([]);
    expect((await store.reach([from(0), from(100)])).edges).toHaveLength(199);
  });

  test('reach passes a lattice without counting its paths', async () => {
    const store = await open();
    const layers = Array.from({ length: 20 }, (_, i) => ['l', 'r'].map((side) => `${side}${i}`));
    const below = (i: number) => (layers[i + 1] ?? []).map((name) => aResource({ name }));
    await commit(
      store,
      layers.flatMap((names, i) => names.map((name) => put(named(name, ...below(i))))),
    );
    expect((await store.reach([named('l0').urn])).edges).toHaveLength(2 + 18 * 4);
  });

  test('many resources are linked to one at the same moment', async () => {
    const store = await open();
    await write(store, put(a));
    await parallel(50, (i) => write(store, put(named(`x${i}`, a))));
    expect(await store.dependents([a.urn])).toHaveLength(50);
  });
}
