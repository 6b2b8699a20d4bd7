/** The example accessor, with its service in a process of its own, by itself and behind all proxies. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { AccessContext, Accessor, Held, Json } from '@ectropy/sdk';
import { type AccessorWorld, accessorConformance } from '@ectropy/sdk/conformance';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Team } from '../../../examples/accessor/inventory.ts';
import { serveTeams, teamKind } from '../../../examples/accessor/team-accessor.ts';
import { teamConvertor } from '../../../examples/accessor/team-convertor.ts';
import { type Access, openAccess } from '../src/hub/access/access.ts';
import { aContext, sharedWith, silent } from '../src/hub/access/testing/builders.ts';
import { MemoryFences } from '../src/hub/access/testing/memory-fences.ts';
import { MemoryProjects } from '../src/hub/access/testing/memory-projects.ts';
import { until } from '../src/testing/until.ts';

const program = fileURLToPath(new URL('../../../examples/accessor/service.ts', import.meta.url));
const KEY = 'ectropy.dev/lineage';
const at = { project: 'alpha', name: 'platform' };
const held: Held = {
  ...at,
  labels: { tier: '1', old: 'yes' },
  annotations: { note: 'ü "x"' },
  spec: { purpose: 'Runs it.', members: { 'ann@example.org': 'lead', 'bob@example.org': 'member' }, sharing: { enabled: false } },
};
const changed: Held = {
  ...held,
  labels: { tier: '2' },
  annotations: {},
  spec: { purpose: 'Ran it.', members: { 'bob@example.org': 'lead' } },
};
const shared: Held = { ...held, spec: { ...held.spec, sharing: sharedWith('beta') } };

let child: ChildProcess;
let base: string;
let access: Access;
let other: Access;
let projects: MemoryProjects;

const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
  const response = await fetch(`${base}${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
  return response.status === 204 ? undefined : response.json();
};
const requests = async (): Promise<number> => ((await ask('GET', '/mood')) as { requests: number }).requests;
const found = (from = access): Accessor => from.find('team') ?? expect.fail('nobody serves teams');

/** A member joins, and the accessor was not asked. */
async function tamper(project: string): Promise<void> {
  const [team] = (await ask('GET', `/teams?projectId=${project}&title=${at.name}`)) as readonly Team[];
  await ask('POST', '/members', { teamId: team?.id, email: 'eve@example.org', role: 'member' });
}

beforeAll(async () => {
  child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface({ input: child.stdout ?? expect.fail('no output') }), 'line');
  base = String(line);
  projects = new MemoryProjects({ p1: 'alpha', p2: 'beta' });
  const options = {
    served: [serveTeams(base)],
    projects,
    fences: new MemoryFences(),
    trace: silent,
    suffix: 'ectropy.dev',
    build: '1',
    now: Date.now,
  };
  access = openAccess(options);
  other = openAccess(options);
});
afterAll(async () => {
  await access[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
  child.kill();
});

const world: Omit<AccessorWorld, 'accessor'> = {
  kind: teamKind,
  held,
  changed,
  elsewhere: { ...held, project: 'beta' },
  picture: async () => [await ask('GET', '/teams'), await ask('GET', '/members')] as Json,
};

/** Behind the proxies the service cannot be emptied behind their back without a word, so what is left is deleted through them. */
const emptied = async (accessor: Accessor): Promise<void> => {
  for (const one of await accessor.list({}, aContext())) await accessor.delete(one, aContext());
};

/** The accessor is opened when the service is, so a check finds it when it runs. */
const later = (find: () => Accessor): Accessor => ({
  get: (where, context) => find().get(where, context),
  list: (options, context) => find().list(options, context),
  apply: (one, context) => find().apply(one, context),
  delete: (where, context) => find().delete(where, context),
  status: async (where, context) => find().status?.(where, context),
  notifications: (options) => find().notifications?.(options) ?? expect.fail('tells nothing'),
});

describe('by itself, with ids for projects', () => {
  const accessor = later(() => serveTeams(base).accessor);
  for (const { name, run } of accessorConformance({
    ...world,
    accessor,
    reset: () => emptied(accessor),
    tamper: ({ project }) => tamper(project),
  }))
    test(name, run);
});

describe('behind all proxies, with names for projects', () => {
  const accessor = later(() => found());
  const behind: AccessorWorld = {
    ...world,
    accessor,
    lineage: KEY,
    shared,
    invalid: [
      { ...held, spec: { ...held.spec, sharing: sharedWith('alpha') } },
      { ...held, spec: { ...held.spec, sharing: sharedWith('beta', '*') } },
      { ...held, spec: { ...held.spec, sharing: sharedWith('nobody') } },
      { ...held, project: 'nobody' },
    ],
    tamper: () => tamper('p1'),
    reset: () => emptied(accessor),
  };
  for (const { name, run } of accessorConformance(behind)) test(name, run);
});

describe('two replicas', () => {
  beforeEach(() => emptied(found()));
  const context: AccessContext = aContext();

  test('no id of the service is ever seen', async () => {
    await found().apply(shared, context);
    expect(JSON.stringify([await found().list({}, context), await found().status?.(at, context)])).not.toMatch(/"[tmp]-?\d/);
  });

  test('a renamed project keeps its teams under its new name, at once and from the cache, and the old name is free', async () => {
    await found().apply(shared, context);
    for (const one of [access, other]) await found(one).get(at, context);
    projects.put('p1', 'omega');
    projects.put('p2', 'psi');
    projects.put('p3', 'alpha');
    try {
      const before = await requests();
      for (const one of [access, other]) {
        expect(await found(one).get({ ...at, project: 'omega' }, context)).toMatchObject({
          project: 'omega',
          spec: { sharing: sharedWith('psi') },
        });
        expect(await requests()).toBe(before);
      }
      expect(await found().get(at, context)).toBeUndefined();
      await found().apply({ ...changed, project: 'alpha' }, context);
      expect((await found(other).list({}, context)).map(({ project }) => project).sort()).toEqual(['alpha', 'omega']);
      projects.remove('p1');
      expect((await found(other).list({}, context)).map(({ project }) => project).sort()).toEqual(['<deleted>', 'alpha']);
    } finally {
      projects.put('p1', 'alpha');
      projects.put('p2', 'beta');
      projects.remove('p3');
      await ask('DELETE', '/mood');
    }
  });

  test('read what the other one wrote, and ask the service once for many', async () => {
    await found().apply(held, context);
    expect(await found(other).get(at, context)).toMatchObject(held);
    await found().apply(changed, context);
    expect(await found(other).get(at, context)).toMatchObject(changed);
    const before = await requests();
    await Promise.all(Array.from({ length: 500 }, () => found(other).get(at, context)));
    expect(await requests()).toBe(before);
  });

  test('hear of what somebody else changes in the service', async () => {
    await found().apply(held, context);
    for (const one of [access, other]) await found(one).get(at, context);
    await tamper('p1');
    for (const one of [access, other])
      await until(async () => (await found(one).get(at, context))?.status?.['memberCount'] === 3, { what: 'the new member' });
  });

  test('an apply that was cut off in the middle is ended by the next one', async () => {
    await found().apply(held, context);
    await ask('PUT', '/mood', { fail: 0, delayMs: 20 });
    const stop = new AbortController();
    const cut = found().apply(changed, aContext({ signal: stop.signal }));
    await until(async () => ((await ask('GET', '/teams')) as readonly Team[])[0]?.purpose === 'Ran it.', { everyMs: 5 });
    stop.abort();
    await expect(cut).rejects.toMatchObject({ problem: { code: 'cancelled' } });
    await ask('PUT', '/mood', { delayMs: 0 });
    expect(await found(other).apply(changed, context)).toMatchObject(changed);
    expect(await found().get(at, context)).toMatchObject(changed);
  });

  test('a service that fails is told as unavailable, and what was there is read again after it', async () => {
    await found().apply(held, context);
    await ask('PUT', '/mood', { fail: 1 });
    await expect(found().list({ project: 'beta' }, context)).rejects.toMatchObject({ problem: { code: 'unavailable' } });
    expect(await found().list({ project: 'beta' }, context)).toEqual([]);
  });
});

test('the convertor loses nothing on the way to the service and back', () => {
  const word = fc.string({ minLength: 1 });
  const words = fc.dictionary(fc.string(), fc.string());
  const sharing = fc.oneof(
    fc.constant({ enabled: false }),
    fc.constant(sharedWith('*')),
    fc
      .uniqueArray(
        word.filter((name) => name !== '*'),
        { minLength: 1 },
      )
      .map((names) => sharedWith(...names)),
  );
  const team = fc.record({
    project: word,
    name: word,
    labels: words,
    annotations: words,
    spec: fc.record({ purpose: fc.string(), members: words, sharing }, { requiredKeys: ['purpose', 'members'] }),
  });
  fc.assert(
    fc.property(team, (one) => {
      expect(teamConvertor.toHub(teamConvertor.fromHub(one))).toEqual(one);
    }),
    { seed: 3 },
  );
});
