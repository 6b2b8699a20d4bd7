import { expect, test } from 'vitest';
import { until } from '../../testing/until.ts';
import { type AccessOptions, openAccess } from './access.ts';
import { aContext, aHeld, aKind, silent } from './testing/builders.ts';
import { MemoryAccessor } from './testing/memory-accessor.ts';
import { MemoryFences } from './testing/memory-fences.ts';
import { MemoryProjects } from './testing/memory-projects.ts';

const at = { project: 'alpha', name: 'one' };
const open = (options: Partial<AccessOptions> = {}) =>
  openAccess({
    served: [],
    projects: new MemoryProjects({ p1: 'alpha' }),
    fences: new MemoryFences(),
    trace: silent,
    suffix: 'ectropy.dev',
    build: '1',
    now: () => 0,
    ...options,
  });

test('an accessor is found by its kind', async () => {
  await using access = open({ served: [{ kind: aKind(), accessor: new MemoryAccessor() }] });
  expect(access.kinds.map(({ name }) => name)).toEqual(['team']);
  expect(await access.find('team')?.apply(aHeld(), aContext())).toEqual(aHeld());
  for (const name of ['topic', '__proto__', 'constructor', '']) expect(access.find(name)).toBeUndefined();
});

test('two accessors for a kind are refused', () => {
  const served = { kind: aKind(), accessor: new MemoryAccessor() };
  expect(() => open({ served: [served, served] })).toThrow("two accessors serve kind 'team'");
});

test('what others change in the service is read once the service has told of it, on every replica', async () => {
  const accessor = new MemoryAccessor(aHeld({ project: 'p1' }));
  const shared = { served: [{ kind: aKind(), accessor }], fences: new MemoryFences() };
  await using here = open(shared);
  await using there = open(shared);
  await until(() => accessor.listeners === 2);
  for (const one of [here, there]) await one.find('team')?.get(at, aContext());
  accessor.held.clear();
  accessor.tell({ project: 'p1', name: 'one' });
  for (const one of [here, there]) await until(async () => (await one.find('team')?.get(at, aContext())) === undefined);
});

test('closing ends what listens', async () => {
  const accessor = new MemoryAccessor();
  const access = open({ served: [{ kind: aKind(), accessor }] });
  await until(() => accessor.listeners === 1);
  await access[Symbol.asyncDispose]();
  await until(() => accessor.listeners === 0);
});

test('fences that are down when it opens are a trouble that is told, and it opens all the same', async () => {
  const troubles: string[] = [];
  const fences = { read: async () => new Map<string, string>(), raise: () => Promise.reject(new Error('down')) };
  const options = { served: [{ kind: aKind(), accessor: new MemoryAccessor() }], fences, onTrouble: (kind: string) => troubles.push(kind) };
  await using access = open(options);
  await until(() => troubles.length === 1);
  expect(await access.find('team')?.list({}, aContext())).toEqual([]);
});
