import type { Held } from '@ectropy/sdk';
import { beforeEach, describe, expect, test } from 'vitest';
import { hydrated } from './hydrate.ts';
import { aContext, aHeld, aKind, sharedWith } from './testing/builders.ts';
import { MemoryAccessor } from './testing/memory-accessor.ts';
import { MemoryProjects } from './testing/memory-projects.ts';

const context = aContext();
let projects: MemoryProjects;
let inner: MemoryAccessor;
const accessor = (kind = aKind()) => hydrated(projects)(inner, kind);
const inside = (): readonly Held[] => [...inner.held.values()];

beforeEach(() => {
  projects = new MemoryProjects({ p1: 'alpha', p2: 'beta', p3: 'gamma' });
  inner = new MemoryAccessor();
});

describe('names outside, ids inside', () => {
  test('both ways, in sharing too', async () => {
    const held = aHeld({ spec: { purpose: 'x', sharing: sharedWith('beta', 'gamma') } });
    expect(await accessor().apply(held, context)).toEqual(held);
    expect(inside()).toEqual([{ ...held, project: 'p1', spec: { purpose: 'x', sharing: sharedWith('p2', 'p3') } }]);
    expect(await accessor().get({ project: 'alpha', name: 'one' }, context)).toEqual(held);
    expect(await accessor().list({}, context)).toEqual([held]);
    expect(await accessor().list({ project: 'alpha' }, context)).toEqual([held]);
    expect(await accessor().delete({ project: 'alpha', name: 'one' }, context)).toBe(true);
  });

  test('everybody is left alone, and nobody is asked about it', async () => {
    const held = aHeld({ spec: { sharing: sharedWith('*') } });
    expect(await accessor().apply(held, context)).toEqual(held);
    expect(inside()[0]?.spec).toEqual(held.spec);
    expect(projects.asked).toEqual(['byName 1']);
  });

  test('a name is never taken for an id, nor an id for a name', async () => {
    projects.put('alpha', 'p1');
    await accessor().apply(aHeld({ project: 'p1' }), context);
    expect(inside().map(({ project }) => project)).toEqual(['alpha']);
    expect(await accessor().get({ project: 'alpha', name: 'one' }, context)).toBeUndefined();
  });

  test('names that every object has are names like others', async () => {
    for (const name of ['__proto__', 'constructor']) {
      expect(await accessor().list({ project: name }, context)).toEqual([]);
      await expect(accessor().apply(aHeld({ project: name }), context)).rejects.toThrow('does not exist');
    }
  });

  test('what a service put in the place of sharing does no harm', async () => {
    for (const sharing of [null, 1, [], {}, { projects: 'p1' }, { projects: [null, 'p1', { name: 1 }, {}] }]) {
      inner = new MemoryAccessor(aHeld({ project: 'p1', spec: { sharing } }));
      expect((await accessor().list({}, context))[0]?.spec).toEqual({ sharing });
    }
  });

  test('sharing of a kind that cannot be shared is a field like others', async () => {
    inner = new MemoryAccessor(aHeld({ project: 'p1', spec: { sharing: sharedWith('p2') } }));
    expect((await accessor(aKind({ shareable: false })).list({}, context))[0]?.spec).toEqual({ sharing: sharedWith('p2') });
  });
});

describe('projects come, go and change their names', () => {
  test('a renamed project keeps what it has, and who takes the old name has none of it', async () => {
    const held = aHeld({ spec: { sharing: sharedWith('beta') } });
    await accessor().apply(held, context);
    projects.put('p1', 'omega');
    projects.put('p2', 'psi');
    projects.put('p9', 'alpha');
    projects.put('p8', 'beta');
    expect(await accessor().get({ project: 'alpha', name: 'one' }, context)).toBeUndefined();
    expect(await accessor().list({ project: 'alpha' }, context)).toEqual([]);
    expect(await accessor().get({ project: 'omega', name: 'one' }, context)).toEqual({
      ...held,
      project: 'omega',
      spec: { sharing: sharedWith('psi') },
    });
  });

  test('one that nobody knows is shown as deleted', async () => {
    inner = new MemoryAccessor(aHeld({ project: 'gone', spec: { sharing: sharedWith('p2', 'gone-too') } }));
    expect(await accessor().list({}, context)).toEqual([
      aHeld({ project: '<deleted>', spec: { sharing: sharedWith('beta', '<deleted>') } }),
    ]);
    expect(await accessor().get({ project: '<deleted>', name: 'one' }, context)).toBeUndefined();
  });

  test('reads of an unknown project find nothing and do not ask the service', async () => {
    expect(await accessor().get({ project: 'nobody', name: 'one' }, context)).toBeUndefined();
    expect(await accessor().list({ project: 'nobody' }, context)).toEqual([]);
    expect(await accessor().delete({ project: 'nobody', name: 'one' }, context)).toBe(false);
    expect(inner.asked).toEqual([]);
  });

  test('a write names every project that does not exist', async () => {
    const apply = accessor().apply(aHeld({ project: 'nobody', spec: { sharing: sharedWith('beta', 'noone') } }), context);
    await expect(apply).rejects.toMatchObject({
      problems: [{ path: ['project'] }, { path: ['spec', 'sharing', 'projects', 1, 'name'], message: "project 'noone' does not exist" }],
    });
    expect(inner.asked).toEqual([]);
  });
});

test('10,000 resources of 100 projects are one question', async () => {
  for (let i = 0; i < 100; i += 1) projects.put(`id${i}`, `name${i}`);
  inner = new MemoryAccessor(
    ...Array.from({ length: 10_000 }, (_, i) =>
      aHeld({ project: `id${i % 100}`, name: `n${i}`, spec: { sharing: sharedWith(`id${(i + 1) % 100}`, 'lost') } }),
    ),
  );
  const list = await accessor().list({}, context);
  expect(list).toHaveLength(10_000);
  expect(list[4_199]).toMatchObject({ project: 'name99', spec: { sharing: sharedWith('name0', '<deleted>') } });
  expect(projects.asked).toEqual(['byId 101']);
});

async function* notifications() {
  yield { project: 'p1', name: 'one' };
  yield { project: 'gone', name: 'one' };
  yield undefined;
}

test('status is asked for by id, and notifications tell names', async () => {
  const asked: unknown[] = [];
  const status = async (at: unknown) => {
    asked.push(at);
    return { ok: true };
  };
  const proxy = hydrated(projects)(Object.assign(inner, { status, notifications }), aKind());
  expect(await proxy.status?.({ project: 'beta', name: 'x' }, context)).toEqual({ ok: true });
  expect(await proxy.status?.({ project: 'nobody', name: 'x' }, context)).toBeUndefined();
  expect(asked).toEqual([{ project: 'p2', name: 'x' }]);
  const heard: unknown[] = [];
  for await (const at of proxy.notifications?.({ signal: context.signal }) ?? []) heard.push(at);
  expect(heard).toEqual([{ project: 'alpha', name: 'one' }, undefined, undefined]);
});
