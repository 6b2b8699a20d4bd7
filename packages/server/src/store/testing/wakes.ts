import { expect, test } from 'vitest';
import type { Resource } from '../../core/resource.ts';
import { aResource, drop, put } from '../../testing/builders.ts';
import { until } from '../../testing/until.ts';
import type { Put, Store } from '../port.ts';
import { claim, commit, create, due, first, HOUR, namesOf, write } from './acts.ts';
import type { Open } from './open.ts';

const target = aResource({ name: 'target' });
const dependent = (name: string) => aResource({ name, dependencies: { on: target.urn } });

/** A target and two that depend on it, all due in an hour. */
async function family(store: Store, how: Partial<Put> = {}): Promise<readonly [Resource, Resource, Resource]> {
  const later = { due: due(HOUR, 1), ...how };
  const [t, a, b] = await commit(store, [put(target, later), put(dependent('a'), later), put(dependent('b'), later)]);
  return [t ?? expect.fail(), a ?? expect.fail(), b ?? expect.fail()];
}

export function wakeLaws(open: Open): void {
  test('a put that wakes makes its dependents due at once', async () => {
    const store = await open();
    const [t] = await family(store);
    await create(store, { name: 'stranger' }, { due: due(HOUR) });
    await write(store, put(t, { due: due(HOUR), wakes: true }));
    expect(namesOf(await claim(store, 'w1'))).toEqual(['a', 'b']);
  });

  test('a put that does not wake leaves them', async () => {
    const store = await open();
    const [t] = await family(store);
    await write(store, put(t, { due: due(HOUR) }));
    expect(await claim(store, 'w1')).toEqual([]);
  });

  test('a drop that wakes makes what it depended on due at once', async () => {
    const store = await open();
    const [, a, b] = await family(store);
    await write(store, drop(a));
    expect(await claim(store, 'w1')).toEqual([]);
    await write(store, drop(b, { wakes: true }));
    expect(namesOf(await claim(store, 'w1'))).toEqual(['target']);
  });

  test('a dependent that is put in the same group is woken too', async () => {
    const store = await open();
    const later = { due: due(HOUR) };
    await commit(store, [put(target, { ...later, wakes: true }), put(dependent('a'), later)]);
    expect(namesOf(await claim(store, 'w1'))).toEqual(['a']);
  });

  test('what has no turn to come is not woken', async () => {
    const store = await open();
    const [t] = await commit(store, [put(target), put(dependent('paused'))]);
    await write(store, put(t ?? expect.fail(), { wakes: true }));
    expect(await claim(store, 'w1')).toEqual([]);
    expect(await store.nextDueMs()).toBeUndefined();
  });

  test('who is woken keeps its priority', async () => {
    const store = await open();
    const [t] = await family(store, { due: due(HOUR, 2) });
    await write(store, put(t, { due: due(HOUR), wakes: true }));
    await create(store, { name: 'edit' }, { due: due(0, 0) });
    expect(namesOf(await claim(store, 'w1'))).toEqual(['edit', 'a', 'b']);
  });

  test('a refused group wakes nobody', async () => {
    const store = await open();
    const [t, a] = await family(store);
    await write(store, put(a, { due: due(HOUR) }));
    expect((await store.commit({ writes: [put(t, { wakes: true }), put(a)] })).type).toBe('refused');
    expect(await claim(store, 'w1')).toEqual([]);
  });

  test('to be woken does not end a lease', async () => {
    const store = await open();
    const [t, a] = await family(store);
    await write(store, put(a, { due: due() }));
    const { lease } = first(await claim(store, 'w1'));
    await write(store, put(t, { due: due(HOUR), wakes: true }));
    expect(namesOf(await claim(store, 'w2'))).toEqual(['b']);
    expect(await store.renew([lease], HOUR)).toEqual(new Set([a.urn]));
  });

  test('who is woken while its lease is held has another turn when it ends, whatever date it ends with', async () => {
    const store = await open();
    const [t, a] = await family(store);
    const named = await write(store, put(a, { due: due() }));
    const { lease } = first(await claim(store, 'w1'));
    const woken = await write(store, put(t, { due: due(HOUR), wakes: true }));
    await write(store, put(named, { due: due(HOUR), lease }));
    expect(namesOf(await claim(store, 'w2'))).toEqual(['a', 'b']);

    await write(store, put(woken, { due: due(HOUR), wakes: true }));
    await store.release([{ lease: { ...lease, owner: 'w2', token: lease.token + 1 }, inMs: HOUR }]);
    expect(namesOf(await claim(store, 'w3'))).toEqual(['a']);
  });

  test('who is edited while its lease is held is not put off by whoever gives it back', async () => {
    const store = await open();
    const resource = await create(store, { name: 'edited' }, { due: due() });
    const { lease } = first(await claim(store, 'w1'));
    await write(store, put(resource, { due: due() }));
    await store.release([{ lease, inMs: HOUR }]);
    expect(namesOf(await claim(store, 'w2'))).toEqual(['edited']);
  });

  test('what is paused while its lease is held stays so when it is given back', async () => {
    const store = await open();
    const resource = await create(store, { name: 'paused' }, { due: due() });
    const { lease } = first(await claim(store, 'w1'));
    await write(store, put(resource));
    await store.release([{ lease, inMs: 0 }]);
    expect(await claim(store, 'w2')).toEqual([]);
  });

  test('a claim hears all earlier wake-ups: what it puts off then stays put off', async () => {
    const store = await open();
    const [t] = await family(store);
    await write(store, put(t, { due: due(HOUR), wakes: true }));
    for (const { lease } of await claim(store, 'w1')) await store.release([{ lease, inMs: HOUR }]);
    expect(await claim(store, 'w2')).toEqual([]);
  });

  test('listeners hear of commits until they stop listening', async () => {
    const store = await open();
    let heard = 0;
    const stop = store.onWake(() => void heard++);
    // It may rarely not be called at all, so the commit is repeated.
    await until(async () => {
      await write(store, put(aResource({ name: `n${performance.now()}`.replace('.', '-') }), { due: due() }));
      return heard > 0;
    });
    stop();
    await new Promise((resolve) => void setTimeout(resolve, 100));
    const before = heard;
    await create(store, { name: 'last' }, { due: due() });
    await new Promise((resolve) => void setTimeout(resolve, 100));
    expect(heard).toBe(before);
  });
}
