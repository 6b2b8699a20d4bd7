/** Where a synchronised document came from: never forged by whoever may not say it, never shown to whoever did not ask, at any door. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../src/testing/until.ts';
import { openScene, type Scene } from './inventory.ts';
import { apply, collection, patch, put, team, teams, watch } from './kube.ts';
import { call, type Product, resources } from './product.ts';

const KEY = 'ectropy.dev/lineage';
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';
const CORE = 'core.ectropy.dev/v1';

let scene: Scene;
let a: Product;
let b: Product;

beforeAll(async () => {
  scene = await openScene();
  [a, b] = scene.replicas;
});
afterAll(() => scene[Symbol.asyncDispose]());

let count = 0;
const file = (name: string, _spec: object, metadata: object) => ({
  apiVersion: CORE,
  kind: 'File',
  metadata: { name, ...metadata },
  spec: { path: `${name}.txt`, content: '' },
});

const kinds = {
  stored: {
    urn: 'file',
    doc: file,
    at: (name = '') => `${collection(CORE, 'files', 'demo')}${name && `/${name}`}`,
    change: { content: 'y' },
  },
  held: { urn: 'team', doc: team, at: (name = '') => teams('demo', name), change: { purpose: 'y' } },
} as const;

/** Under a name that no other test uses: that of a lineage is then a canary. */
const fresh = (): { readonly name: string; readonly canary: string } => ({ name: `n${(count += 1)}`, canary: `canary-${count}-origin` });
const from = (lineage: string | undefined): object => (lineage === undefined ? {} : { annotations: { [KEY]: lineage, note: 'kept' } });
const INCLUDE = '?includeLineage=true';

describe.each(Object.entries(kinds))('of what is %s', (_sort, { urn, doc, at, change }) => {
  const stored = async (name: string): Promise<unknown> => (await call(b, `${at(name)}${INCLUDE}`)).body.metadata?.annotations?.[KEY];
  const create = (name: string, lineage: string | undefined, include: boolean) =>
    call(a, `${at()}${include ? INCLUDE : ''}`, { body: doc(name, {}, from(lineage)) });
  /** Every way to update it, each with or without the flag and with or without a lineage. */
  const updates = {
    put: (name: string, lineage: string | undefined, include: boolean) =>
      until(async () => {
        const { body } = await call(a, at(name));
        const metadata = { ...body.metadata, annotations: lineage === undefined ? {} : { [KEY]: lineage } };
        const answer = await put(a, `${at(name)}${include ? INCLUDE : ''}`, { ...body, metadata });
        return answer.status === 409 ? undefined : answer; // a worker was faster
      }),
    patch: (name: string, lineage: string | undefined, include: boolean) =>
      patch(b, `${at(name)}${include ? INCLUDE : ''}`, { metadata: { annotations: { [KEY]: lineage ?? null } }, spec: change }),
    apply: (name: string, lineage: string | undefined, include: boolean) =>
      apply(a, at(name), doc(name, {}, from(lineage)), 'me', `&force=true${include ? '&includeLineage=true' : ''}`),
  };

  test.each([
    { include: true, incoming: true, becomes: 'sent' },
    { include: true, incoming: false, becomes: undefined },
    { include: false, incoming: true, becomes: undefined },
    { include: false, incoming: false, becomes: undefined },
  ])('a creation with flag $include and lineage $incoming stores $becomes', async ({ include, incoming, becomes }) => {
    const { name, canary } = fresh();
    const made = await create(name, incoming ? canary : undefined, include);
    expect(made.status).toBe(201);
    expect(made.text.includes(canary)).toBe(include && incoming);
    expect(await stored(name)).toBe(becomes && canary);
  });

  describe.each(Object.entries(updates))('by %s', (_verb, update) => {
    test.each([
      { include: true, incoming: true, becomes: 'new' },
      { include: true, incoming: false, becomes: 'none' },
      { include: false, incoming: true, becomes: 'old' },
      { include: false, incoming: false, becomes: 'old' },
    ])('a change with flag $include and lineage $incoming leaves $becomes', async ({ include, incoming, becomes }) => {
      const { name, canary } = fresh();
      await create(name, `${canary}-old`, true);
      const changed = await update(name, incoming ? `${canary}-new` : undefined, include);
      expect(changed.status).toBe(200);
      if (!include) expect(changed.text).not.toContain(canary);
      expect(await stored(name)).toBe(becomes === 'none' ? undefined : `${canary}-${becomes}`);
    });
  });

  test('is in no answer without the flag: of any verb, any door, any copy of what was sent', async () => {
    const { name, canary } = fresh();
    const before = (await call(a, at())).body.metadata?.resourceVersion;
    await using plain = await watch(b, `${at()}?resourceVersion=${String(before)}`);
    await using told = await watch(b, `${at()}?resourceVersion=${String(before)}&includeLineage=true`);
    const copy = JSON.stringify(doc(name, {}, from(canary)));
    const annotations = { [KEY]: canary, [LAST_APPLIED]: copy };
    await call(a, `${at()}${INCLUDE}`, { body: doc(name, {}, { annotations }) });
    await apply(a, at(name), doc(name, {}, { annotations: { ...annotations, more: 'x' } }), 'me', '&force=true&includeLineage=true');
    const full = `orn:entropy:${urn}:demo:${name}`;
    const paths = [
      at(name),
      at(),
      `${at(name)}/status`,
      `${at(name)}/revisions`,
      `${at(name)}/tree`,
      `${at(name)}/why`,
      collection(CORE, urn === 'file' ? 'files' : 'projects'),
      `${resources}/${full}`,
      `${resources}/${full}/revisions`,
      `${resources}?project=demo`,
      `${resources}?project=demo&kind=${urn}`,
      '/api/v1/namespaces/demo/events',
    ];
    for (const path of paths) expect([path, (await call(b, path)).text.includes(canary)]).toEqual([path, false]);
    for (const accept of [
      'application/yaml',
      'application/json;as=Table;v=v1;g=meta.k8s.io',
      'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io',
    ])
      expect((await call(b, at(name), { headers: { accept } })).text).not.toContain(canary);
    expect((await patch(a, `${at(name)}?dryRun=All`, { spec: change })).text).not.toContain(canary);
    await plain.saw('it', (_type, object) => String(object.metadata?.name) === name);
    await told.saw('where it came from', (_type, object) => String(object.metadata?.annotations?.[KEY]) === canary);
    expect(plain.text()).not.toContain(canary);
    const deleted = await call(a, at(name), { method: 'DELETE' });
    expect(deleted.text).not.toContain(canary);
    await plain.saw('its end', (type, object) => type === 'DELETED' && String(object.metadata?.name) === name);
    expect(plain.text()).not.toContain(canary);
  });

  test('is owned by nobody in managed fields', async () => {
    const { name, canary } = fresh();
    await apply(a, at(name), doc(name, {}, from(canary)), 'me', '&includeLineage=true');
    const read = await call(b, at(name));
    expect(JSON.stringify(read.body.metadata?.managedFields)).not.toContain('lineage');
    expect(read.body.metadata?.annotations).toEqual({ note: 'kept' });
  });

  test('does not rise from the dead', async () => {
    const { name, canary } = fresh();
    await create(name, canary, true);
    await call(a, at(name), { method: 'DELETE' });
    await expect.poll(async () => (await call(b, at(name))).status).toBe(404);
    await create(name, undefined, false);
    expect(await stored(name)).toBeUndefined();
  });

  test('is not forged through the ancestor’s door', async () => {
    const { name, canary } = fresh();
    const configs = urn === 'file' ? { path: `${name}.txt`, content: '' } : { purpose: 'x' };
    const made = await call(a, resources, {
      body: { kind: urn, name, project: 'demo', labels: { [KEY]: canary }, annotations: { [KEY]: canary }, spec: { configs } },
    });
    if (made.status === 200) expect(await stored(name)).toBeUndefined();
    else expect(made.status).toBe(400);
  });
});

test('a plan tells nothing of it, and takes none', async () => {
  const { name, canary } = fresh();
  const { at, doc } = kinds.stored;
  await call(a, `${at()}${INCLUDE}`, { body: doc(name, {}, from(`${canary}-old`)) });
  const changed = { ...doc(name, {}, from(`${canary}-new`)), spec: { path: `${name}.txt`, content: 'z' } };
  const plans = collection(CORE, 'plans', 'demo');
  const planned = await call(a, plans, { body: { spec: { documents: [changed] } } });
  expect(planned.status).toBe(201);
  const id = String(planned.body.metadata?.name);
  const answers = [planned, await call(b, `${plans}/${id}`), await call(b, plans), await call(b, `${plans}/${id}/apply`, { body: {} })];
  expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 200]);
  for (const { text } of answers) expect(text).not.toContain(canary);
  expect((await call(b, `${at(name)}${INCLUDE}`)).body).toMatchObject({
    metadata: { annotations: { [KEY]: `${canary}-old` } },
    spec: { content: 'z' },
  });
});
