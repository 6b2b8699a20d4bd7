import { describe, expect, test } from 'vitest';
import type { Accessor, Held, Locator } from './accessor.ts';
import { accessorConformance, type AccessorWorld } from './conformance.ts';
import type { Json, JsonObject } from './json.ts';
import type { Kind } from './kind.ts';
import { ProblemError } from './problem.ts';

const KEY = 'ectropy.dev/lineage';
const kind: Kind = { name: 'team', description: 'People.', schema: { type: 'object', properties: {} }, readOnly: ['id'], shareable: true };
const held: Held = {
  project: 'alpha',
  name: 'core',
  labels: { tier: '1', old: 'yes' },
  annotations: { note: 'x' },
  spec: { size: 1, tags: ['a'] },
};
const changed: Held = { ...held, labels: { tier: '2' }, annotations: {}, spec: { size: 2 } };
const shared: Held = { ...held, spec: { ...held.spec, sharing: { enabled: true, projects: [{ name: 'beta' }] } } };

/** A service in memory whose accessor keeps every law, those of the proxies too. */
class Service {
  readonly rows = new Map<string, Held>();
  writes = 0;
  #tell = new Set<(at: Locator) => void>();

  place = ({ project, name }: Locator): string => `${project}/${name}`;

  change(at: Locator, row: Held | undefined): void {
    this.writes += 1;
    if (row) this.rows.set(this.place(at), row);
    else this.rows.delete(this.place(at));
    for (const tell of this.#tell) tell({ project: at.project, name: at.name });
  }

  async *notifications({ signal }: { readonly signal: AbortSignal }): AsyncIterable<Locator | undefined> {
    const told: Locator[] = [];
    let wake: (() => void) | undefined;
    const tell = (at: Locator): void => void (told.push(at), wake?.());
    this.#tell.add(tell);
    signal.addEventListener('abort', () => wake?.());
    while (!signal.aborted) {
      const next = told.shift();
      if (next) yield next;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  }
}

const isOpenTo = (row: Held, project: string): boolean => JSON.stringify(row.spec['sharing'] ?? null).includes(`"${project}"`);
const status = { state: 'fine' };

const bare = (row: Held, lineage: boolean): Held => {
  const { [KEY]: from, ...annotations } = row.annotations;
  return { ...row, status, annotations: lineage && from !== undefined ? { ...annotations, [KEY]: from } : annotations };
};

function accessorOf(service: Service): Accessor & Required<Pick<Accessor, 'status' | 'notifications'>> {
  return {
    async get(at, { lineage }) {
      const row = service.rows.get(service.place(at));
      return row && bare(row, lineage);
    },
    async list({ project, shared: also }, { lineage }) {
      const rows = [...service.rows.values()].filter(
        (row) => project === undefined || row.project === project || (also && isOpenTo(row, project)),
      );
      return rows.map((row) => bare(row, lineage));
    },
    async apply({ project, name, labels, annotations: given, spec }, { lineage }) {
      const sent = { project, name, labels, annotations: given, spec };
      if (sent.spec['size'] === -1) throw new ProblemError({ code: 'invalid', path: ['spec', 'size'], message: 'must be 0 or more' });
      const stored = service.rows.get(service.place(sent));
      const from = lineage ? sent.annotations[KEY] : stored?.annotations[KEY];
      const { annotations } = bare(sent, false);
      const row = {
        ...sent,
        spec: { id: 1, ...sent.spec },
        annotations: from === undefined ? annotations : { ...annotations, [KEY]: from },
      };
      if (JSON.stringify(row) !== JSON.stringify(stored)) service.change(sent, row);
      return bare(row, lineage);
    },
    async delete(at) {
      const there = service.rows.has(service.place(at));
      if (there) service.change(at, undefined);
      return there;
    },
    status: async (at) => (service.rows.has(service.place(at)) ? status : undefined),
    notifications: (options) => service.notifications(options),
  };
}

function worldOf(bend: (accessor: Accessor, service: Service) => Partial<Accessor> = () => ({})): AccessorWorld {
  const service = new Service();
  const good = accessorOf(service);
  return {
    kind,
    accessor: { ...good, ...bend(good, service) },
    held,
    changed,
    elsewhere: { ...held, project: 'beta', spec: { size: 7 } },
    invalid: [{ ...held, spec: { size: -1 } }],
    lineage: KEY,
    shared,
    tamper: async (at) => service.change(at, { ...held, spec: { size: 99 } }),
    picture: async () => JSON.parse(JSON.stringify([service.writes, ...service.rows.values()])) as Json,
    reset: async () => service.rows.clear(),
    promptlyMs: 200,
  };
}

describe('an accessor that keeps the laws passes', () => {
  for (const { name, run } of accessorConformance(worldOf())) test(name, run);
});

/** The names of the checks that an accessor does not pass. */
async function broken(world: AccessorWorld): Promise<string> {
  const failed: string[] = [];
  for (const { name, run } of accessorConformance(world)) await run().catch((error: Error) => failed.push(`${name}: ${error.message}`));
  return failed.join('\n');
}

describe('an accessor that breaks a law is found out', () => {
  test.each<[string, string, (good: Accessor, service: Service) => Partial<Accessor>]>([
    ['forgets labels', 'answered labels', (good) => ({ apply: (sent, c) => good.apply({ ...sent, labels: {} }, c) })],
    [
      'keeps old labels',
      'answered labels',
      (good) => ({
        apply: async (sent, c) => good.apply({ ...sent, labels: { ...(await good.get(sent, c))?.labels, ...sent.labels } }, c),
      }),
    ],
    [
      'answers what was sent',
      'apply answered',
      (good) => ({ apply: async (sent, c) => ({ ...(await good.apply(sent, c)), status: { state: 'new' } }) }),
    ],
    [
      'throws for what is not there',
      'what is not there is undefined',
      (good) => ({ get: async (at, c) => (await good.get(at, c)) ?? Promise.reject(new Error('404')) }),
    ],
    ['finds inherited names', 'under "constructor"', (good) => ({ get: async (at, c) => (at.name in {} ? held : good.get(at, c)) })],
    ['ignores the project of a list', 'the list of alpha', (good) => ({ list: (_, c) => good.list({}, c) })],
    [
      'lists less than it gets',
      'list answered',
      (good) => ({ list: async (o, c) => (await good.list(o, c)).map((row) => ({ ...row, labels: {} })) }),
    ],
    [
      'writes when it reads',
      'reading changed the service',
      (good, service) => ({ get: (at, c) => ((service.writes += 1), good.get(at, c)) }),
    ],
    [
      'writes the same again',
      'applying the same again changed',
      (good, service) => ({ apply: (sent, c) => ((service.writes += 1), good.apply(sent, c)) }),
    ],
    [
      'answers with a date',
      'not JSON',
      (good) => ({ get: async (at, c) => ({ ...(await good.get(at, c)), status: { at: new Date() } as unknown as JsonObject }) as Held }),
    ],
    [
      'cannot be aborted',
      'get did not come back',
      (good) => ({ get: async (at, c) => (await new Promise(setImmediate), c.signal.aborted ? new Promise(() => {}) : good.get(at, c)) }),
    ],
    [
      'says that delete always finds',
      'never there did not answer false',
      (good) => ({ delete: async (at, c) => (await good.delete(at, c), true) }),
    ],
    ['does not delete', 'get finds what was deleted', (good) => ({ delete: async (at, c) => (await good.get(at, c)) !== undefined })],
    [
      'mixes projects up',
      'the same name in another project',
      (good) => ({ apply: (sent, c) => good.apply({ ...sent, project: 'alpha' }, c) }),
    ],
    [
      'refuses nothing',
      'a refused apply changed the service',
      (good) => ({ apply: (sent, c) => good.apply({ ...sent, spec: { ...sent.spec, size: Math.abs(Number(sent.spec['size'])) } }, c) }),
    ],
    ['has a status for nothing', 'a status of what is not there', () => ({ status: async () => status })],
    [
      'tells nobody',
      'nobody told of a change',
      () => ({ notifications: () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) }) }),
    ],
    [
      'tells of something else',
      'told of',
      (good) => ({
        notifications: async function* (o) {
          for await (const at of good.notifications?.(o) ?? []) yield at && { ...at, name: 'other' };
        },
      }),
    ],
    ['shows lineage', 'get shows lineage', (good) => ({ get: (at, c) => good.get(at, { ...c, lineage: true }) })],
    ['lets lineage be forged', 'forged lineage', (good) => ({ apply: (sent, c) => good.apply(sent, { ...c, lineage: true }) })],
    [
      'shares nothing',
      'instead of what is shared',
      (good) => ({ list: ({ project }, c) => good.list(project === undefined ? {} : { project }, c) }),
    ],
    ['shares everything', 'which is not shared with it', (good) => ({ list: (o, c) => good.list(o.shared ? {} : o, c) })],
  ])('%s', async (_, says, bend) => {
    expect(await broken(worldOf(bend))).toContain(says);
  });
});
