/** A server that knows callers by their token, and a store full of what one of them must never see. */
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startServer } from '../../src/server.ts';
import { loadConfig } from '../../src/config/load.ts';
import { openLog } from '../../src/telemetry/log.ts';
import { freshDatabase } from '../../src/testing/databases.ts';
import { until } from '../../src/testing/until.ts';
import { defineKinds } from '../fuzz/kinds.ts';
import { call, scratch } from '../product.ts';
import { type Canaries, openCanaries } from './canary.ts';

export const mine = { authorization: 'Bearer mine' };
export const all = { authorization: 'Bearer all' };

/** Known to whoever attacks: what is not secret about the others. */
export interface Known {
  /** Paths of objects in other projects, and what they are called there. */
  readonly objects: readonly string[];
  readonly urns: readonly string[];
  readonly plan: string;
}

export interface Scene extends AsyncDisposable {
  readonly url: string;
  readonly canaries: Canaries;
  readonly known: Known;
  /** What the server says about itself. */
  output(): string;
}

export const things = (project: string, name?: string): string =>
  `/apis/fuzz.ectropy.dev/v1/namespaces/${project}/things${name === undefined ? '' : `/${name}`}`;

const thing = (name: string, spec: object, metadata: object = {}): object => ({
  apiVersion: 'fuzz.ectropy.dev/v1',
  kind: 'Thing',
  metadata: { name, ...metadata },
  spec,
});

export async function openScene(seed: string): Promise<Scene> {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(await scratch());
  const database = opened.adopt(await freshDatabase(), (made) => made.drop());
  await writeFile(join(folder.dir, 'secret.key'), randomBytes(32).toString('base64'), { mode: 0o600 });
  const lines: string[] = [];
  const log = openLog({ level: 'warn', format: 'json', isTty: false, stream: { write: (text) => lines.push(text) } });
  const config = loadConfig({
    argv: ['--port', '0', '--data', folder.dir, '--database-url', database.connection.connectionString],
    env: {},
    readFile: () => '',
    cwd: folder.dir,
  });
  const server = await startServer({
    config,
    log,
    identify: ({ authorization }) => (authorization === mine.authorization ? { actor: 'mine', projects: ['mine'] } : { actor: 'all' }),
  });
  opened.defer(() => server.close());
  const canaries = openCanaries(seed);
  const known = await fill(server.url, canaries);
  const parts = opened.move();
  return { url: server.url, canaries, known, output: () => lines.join('\n'), [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

async function fill(url: string, { make }: Canaries): Promise<Known> {
  const server = { url };
  const ask = async (path: string, body: unknown, method?: string, headers: Readonly<Record<string, string>> = {}): Promise<string> => {
    const { status, text } = await call(server, path, { body, headers: { ...all, ...headers }, ...(method !== undefined && { method }) });
    if (status >= 300) throw new Error(`${method ?? 'POST'} ${path}: ${status} ${text}`);
    return text;
  };
  await defineKinds(server);
  const stranger = make('the name of a project');
  await ask('/apis/core.ectropy.dev/v1/projects', { metadata: { name: 'mine' }, spec: { title: 'Mine' } });
  for (const name of ['theirs', stranger])
    await ask('/apis/core.ectropy.dev/v1/projects', { metadata: { name }, spec: { title: make('the title of a project') } });
  await fillThings(ask, make, stranger);
  await others(ask, make);
  const plan = JSON.parse(
    await ask('/apis/core.ectropy.dev/v1/namespaces/theirs/plans', {
      spec: { documents: [thing(make('the name of what is planned'), { zone: make('a planned value') })] },
    }),
  ) as { metadata: { name: string } };
  await until(async () => (await call(server, '/api/v1/namespaces/theirs/events', { headers: all })).text.includes('Ready'), {
    timeoutMs: 15_000,
  }).catch(() => undefined);
  const objects = ['plain', 'hidden', 'open', 'revoked'].map((name) => things('theirs', name));
  return {
    objects: [
      ...objects,
      '/apis/core.ectropy.dev/v1/namespaces/theirs/files/report',
      '/apis/core.ectropy.dev/v1/projects/theirs',
      '/api/v1/namespaces/theirs',
    ],
    urns: [
      'orn:entropy:thing.fuzz:theirs:plain',
      'orn:entropy:file:theirs:report',
      'orn:entropy:project:_:theirs',
      'orn:entropy:kafka:theirs:k',
    ],
    plan: plan.metadata.name,
  };
}

type Ask = (path: string, body: unknown, method?: string, headers?: Readonly<Record<string, string>>) => Promise<string>;

/** Hidden ones, one that is open to us and stands on a hidden one, and one that was open once. */
async function fillThings(ask: Ask, make: Canaries['make'], stranger: string): Promise<void> {
  const metadata = (): object => ({ labels: { team: make('a label') }, annotations: { note: make('an annotation') } });
  await ask(things('theirs'), thing('plain', { zone: make('a value'), token: make('a secret') }, metadata()));
  await ask(things('theirs'), thing(make('a name'), { zone: make('a value') }, metadata()));
  await ask(things('theirs'), thing('hidden', { nested: { a: { b: { c: make('a nested value') } } } }, metadata()));
  await ask(
    things('theirs', 'plain/status'),
    { apiVersion: 'fuzz.ectropy.dev/v1', kind: 'Thing', metadata: { name: 'plain' }, status: { phase: make('a status') } },
    'PATCH',
    { 'content-type': 'application/merge-patch+json' },
  );
  await ask(things('theirs', 'plain/artifacts/file.txt'), make('the content of a file'), 'PUT', { 'content-type': 'text/plain' });
  await ask(things('theirs'), thing('open', { zone: 'z', file: make('a former value') }));
  const sharing = { enabled: true, projects: [{ name: 'mine' }, { name: stranger }] };
  await ask(
    things('theirs', 'open'),
    { spec: { file: null, sharing, dependencies: { base: { kind: 'thing.fuzz', name: 'hidden' } } } },
    'PATCH',
    { 'content-type': 'application/merge-patch+json' },
  );
  await ask(things('theirs'), thing('revoked', { zone: 'z', sharing: { enabled: true, projects: [{ name: 'mine' }] } }));
  await ask(
    things('theirs', 'revoked'),
    {
      metadata: { labels: { team: make('a label after the end of sharing') } },
      spec: { zone: make('a value after the end of sharing'), sharing: { enabled: false, projects: null } },
    },
    'PATCH',
    { 'content-type': 'application/merge-patch+json' },
  );
  await ask(things('mine'), thing('own', { dependencies: { base: 'orn:entropy:thing.fuzz:theirs:open' } }));
}

async function others(ask: Ask, make: Canaries['make']): Promise<void> {
  const files = '/apis/core.ectropy.dev/v1/namespaces/theirs/files';
  await ask(files, {
    metadata: { name: 'report' },
    spec: { path: `${make('a path')}.txt`, content: make('the content of a managed file') },
  });
  await ask(files, { metadata: { name: make('the name of a file') }, spec: { path: `${make('a path')}.txt`, content: 'x' } });
  await ask('/api/v1beta1/modules', { project: 'theirs', name: 'kafka', configs: {} }).catch(() => undefined);
  await ask('/apis/core.ectropy.dev/v1/kinddefinitions', {
    metadata: { name: 'beacons.fuzz' },
    spec: {
      group: 'fuzz',
      scope: 'Cluster',
      names: { kind: 'Beacon', plural: 'beacons' },
      versions: [{ name: 'v1', schema: { type: 'object', properties: { text: { type: 'string' } } } }],
    },
  });
  await ask('/apis/fuzz.ectropy.dev/v1/beacons', {
    metadata: { name: make('the name of what belongs to no project') },
    spec: { text: make('a value of what belongs to no project') },
  });
}
