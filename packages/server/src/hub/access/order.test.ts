import type { AccessContext } from '@ectropy/sdk';
import { expect, test } from 'vitest';
import { proxies, wrap } from './order.ts';
import { aContext, aHeld, aKind, sharedWith, silent } from './testing/builders.ts';
import { MemoryAccessor } from './testing/memory-accessor.ts';
import { MemoryFences } from './testing/memory-fences.ts';
import { MemoryProjects } from './testing/memory-projects.ts';
import { openCache } from './testing/open-cache.ts';

const KEY = 'ectropy.dev/lineage';
const at = { project: 'alpha', name: 'one' };

function open(kind = aKind({ versioned: 'version' })) {
  const inner = new MemoryAccessor();
  const projects = new MemoryProjects({ p1: 'alpha', p2: 'beta' });
  const fences = new MemoryFences();
  const spans: string[] = [];
  const trace = {
    ...silent,
    span: ((name, attributes, parent, work) => (spans.push(name), silent.span(name, attributes, parent, work))) as typeof silent.span,
  };
  const deps = { trace, projects, cache: openCache({ fences }), suffixes: ['ectropy.dev', 'old.example'] as const };
  return { inner, projects, fences, spans, deps, accessor: wrap(inner, kind, deps) };
}

test('the order is this one', () => {
  expect(proxies(open().deps).map(([name]) => name)).toEqual(['trace', 'sharing', 'hydrate', 'cache', 'lineage', 'version']);
});

test('trace before sharing: also what is refused has a span', async () => {
  const { accessor, spans, projects } = open();
  await expect(accessor.apply(aHeld({ spec: { sharing: sharedWith('alpha') } }), aContext())).rejects.toThrow("'alpha' owns the resource");
  expect(spans).toEqual(['access.apply']);
  expect(projects.asked).toEqual([]);
});

test('hydrate before cache: a rename is seen at once in what is remembered, and the old name finds nothing', async () => {
  const { accessor, projects, inner } = open();
  const held = aHeld({ spec: { sharing: sharedWith('beta') } });
  await accessor.apply(held, aContext());
  await accessor.get(at, aContext());
  const asked = inner.asked.length;
  projects.put('p1', 'omega');
  projects.put('p2', 'psi');
  projects.put('p3', 'alpha');
  const seen = await accessor.get({ project: 'omega', name: 'one' }, aContext());
  expect(seen).toEqual({ ...held, project: 'omega', spec: { sharing: sharedWith('psi') } });
  expect(inner.asked.length).toBe(asked);
  expect(await accessor.get(at, aContext())).toBeUndefined();
});

test('cache before lineage and version: decisions are made by what the service has, not by what is remembered', async () => {
  const { accessor, inner } = open();
  await accessor.apply(aHeld({ spec: { version: '1', size: 1 } }), aContext());
  await accessor.get(at, aContext());
  inner.held.set('["p1","one"]', aHeld({ project: 'p1', annotations: { [KEY]: 'git:2' }, spec: { version: '2', size: 2 } }));
  await expect(accessor.apply(aHeld({ spec: { version: '2', size: 3 } }), aContext())).rejects.toThrow('version "2" exists already');
  await accessor.apply(aHeld({ spec: { version: '1', size: 9 } }), aContext());
  expect(inner.held.get('["p1","one"]')?.annotations).toEqual({ [KEY]: 'git:2' });
});

test('what is remembered for one who may see the lineage is not shown to one who may not, in either order', async () => {
  for (const order of [
    [true, false],
    [false, true],
  ]) {
    const { accessor } = open();
    await accessor.apply(aHeld({ annotations: { [KEY]: 'git:1' } }), aContext({ lineage: true }));
    for (const lineage of [...order, ...order]) {
      const context: AccessContext = aContext({ lineage });
      expect((await accessor.get(at, context))?.annotations).toEqual(lineage ? { [KEY]: 'git:1' } : {});
      expect((await accessor.list({}, context))[0]?.annotations).toEqual(lineage ? { [KEY]: 'git:1' } : {});
    }
  }
});

test('what is shared is found through all of them, and revoked at once', async () => {
  const { accessor } = open();
  const lists = async () =>
    (await accessor.list({ project: 'beta', shared: true }, aContext())).map(({ project, name }) => `${project}/${name}`);
  await accessor.apply(aHeld({ spec: { sharing: sharedWith('beta') } }), aContext());
  expect(await lists()).toEqual(['alpha/one']);
  await accessor.apply(aHeld({ spec: { sharing: { enabled: false } } }), aContext());
  expect(await lists()).toEqual([]);
});
