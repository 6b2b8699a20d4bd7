/** Secrets planted everywhere in the whole product, and where they could come to light. */
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { until } from '../src/testing/until.ts';
import { definition } from './definition.ts';
import { apply, collection, patch } from './kube.ts';
import { type Answer, call, resources, type Wire } from './product.ts';

interface At {
  readonly url: string;
}

export const extension = fileURLToPath(new URL('./seal-extension.ts', import.meta.url));
const CORE = 'core.ectropy.dev/v1';
export const vaults = (below = ''): string => `${collection(CORE, 'vaults', 'demo')}${below && `/${below}`}`;
const logins = (below = ''): string => `${collection('example.dev/v1', 'logins', 'demo')}${below && `/${below}`}`;
const plans = (below = ''): string => `${collection(CORE, 'plans', 'demo')}${below && `/${below}`}`;
const one = (name: string): string => `${resources}/orn:entropy:vault:demo:${name}`;

export const vault = (name: string, spec: object, metadata: object = {}) => ({
  apiVersion: CORE,
  kind: 'Vault',
  metadata: { name, ...metadata },
  spec,
});
const login = (name: string, password: string, metadata: object = {}) => ({
  apiVersion: 'example.dev/v1',
  kind: 'Login',
  metadata: { name, ...metadata },
  spec: { auth: { password }, note: 'n' },
});

const text = { type: 'string' };
const loginKind = definition(
  {
    plural: 'logins',
    kind: 'Login',
    versions: [
      {
        name: 'v1',
        hub: true,
        schema: { type: 'object', properties: { note: text, auth: { type: 'object', properties: { password: text } } } },
        columns: [{ name: 'Auth', path: 'spec.auth.password' }],
      },
    ],
  },
  { secret: ['auth.password'] },
);

export interface Planted {
  readonly canaries: readonly string[];
  /** Not secret: who looks for canaries must find this one. */
  readonly visible: string;
}

async function good(answer: Promise<Answer>): Promise<Wire> {
  const { status, text: said, body } = await answer;
  if (status >= 300) throw new Error(`${status} ${said}`);
  return body;
}

export const phase = (at: At, path: string, wanted: string): Promise<Wire> =>
  until(
    async () => {
      const { body } = await call(at, path);
      return String(body.status?.phase) === wanted ? body : undefined;
    },
    { what: `${path} is ${wanted}`, timeoutMs: 15_000 },
  );

/** A life with secrets: every way in, and every way that a secret can take inside. */
export async function plant(at: At): Promise<Planted> {
  const canaries: string[] = [];
  const canary = (): string => {
    const made = `canary-${randomUUID()}`;
    canaries.push(made, [...made].toReversed().join(''));
    return made;
  };
  const visible = `visible-${randomUUID()}`;
  await lifeAtV1beta1(at, canary, visible);
  await lifeAtTheNativeDoor(at, canary);
  await plansAndFailures(at, canary);
  await good(call(at, '/apis/core.ectropy.dev/v1/kinddefinitions', { body: loginKind }));
  await good(call(at, logins(), { body: login('record', canary()) }));
  await good(patch(at, logins('record'), { spec: { auth: { password: canary() } } }));
  return { canaries, visible };
}

async function lifeAtV1beta1(at: At, canary: () => string, visible: string): Promise<void> {
  const body = { kind: 'vault', name: 'one', project: 'demo', labels: { visible }, spec: { configs: { password: canary() } } };
  for (const _ of [1, 2]) await good(call(at, resources, { body, headers: { 'idempotency-key': 'first' } }));
  await phase(at, vaults('one'), 'Ready');
  await good(call(at, one('one'), { method: 'PATCH', body: { new_spec: { configs: { password: canary(), size: 1 } } } }));
  await phase(at, vaults('one'), 'Ready');
  await good(call(at, `${one('one')}/actions/turn`, { body: { password: canary() } }));
  await phase(at, vaults('one'), 'Ready');
}

async function lifeAtTheNativeDoor(at: At, canary: () => string): Promise<void> {
  const said = vault('two', { password: canary(), keys: [{ name: 'k', pin: canary() }], tokens: [canary(), canary()] });
  const copy = { 'kubectl.kubernetes.io/last-applied-configuration': `${JSON.stringify(said)}\n` };
  await good(call(at, vaults(), { body: { ...said, metadata: { ...said.metadata, annotations: copy } } }));
  await phase(at, vaults('two'), 'Ready');
  await good(
    apply(
      at,
      vaults('two'),
      vault('two', { password: canary(), tokens: [canary()], dependencies: { other: { name: 'one' } } }),
      'me',
      '&force=true',
    ),
  );
  await phase(at, vaults('two'), 'Ready');
  await good(patch(at, vaults('two'), { spec: { shelf: 'b', password: canary() } }));
  await phase(at, vaults('two'), 'Ready');
  await good(call(at, `${vaults('two')}/rollback`, { body: { revision: 1 } }));
  await phase(at, vaults('two'), 'Ready');
  await good(call(at, vaults(), { body: vault('gone', { password: canary() }) }));
  await good(call(at, vaults('gone'), { method: 'DELETE' }));
}

async function plansAndFailures(at: At, canary: () => string): Promise<void> {
  const documents = () => [vault('planned', { password: canary(), keys: [{ name: 'k', pin: canary() }] })];
  const made = await good(call(at, plans(), { body: { spec: { documents: documents() } } }));
  await good(call(at, plans(`${String(made.metadata?.name)}/apply`), { method: 'POST', headers: { 'idempotency-key': 'planned' } }));
  await good(call(at, plans(), { body: { spec: { documents: documents() } } }));
  await good(call(at, vaults(), { body: vault('broken', { password: canary(), mood: 'broken' }) }));
  await phase(at, vaults('broken'), 'Failed');
  await good(call(at, vaults(), { body: vault('slow', { password: canary(), mood: 'slow' }) }));
  await until(async () => (await call(at, vaults('slow'))).text.includes('turning'));
  await call(at, vaults(), { body: vault('wrong', { password: canary(), mood: canary(), size: canary() }) });
}

/** Every way to read at every door. */
export async function readEverything(at: At): Promise<string> {
  const names = ['one', 'two', 'planned', 'broken', 'slow'];
  const saved = (await call(at, plans())).body.items as unknown as readonly Wire[];
  const paths = [
    resources,
    `${resources}?with_spec_configs=true`,
    '/api/v1beta1/modules',
    '/api/v1beta1/kinds',
    '/metrics',
    '/api/v1/namespaces/demo/events',
    vaults(),
    logins(),
    logins('record'),
    `${logins('record')}/revisions`,
    plans(),
    ...saved.map(({ metadata }) => plans(String(metadata?.name))),
    ...names.flatMap((name) => [
      one(name),
      `${one(name)}/revisions`,
      ...['', '/revisions', '/why', '/tree', '/status'].map((end) => vaults(`${name}${end}`)),
    ]),
  ];
  const tables = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' };
  const shown = await Promise.all([
    ...paths.map((path) => call(at, path)),
    ...[vaults(), logins(), plans()].map((path) => call(at, `${path}?includeObject=Object`, { headers: tables })),
  ]);
  const failed = shown.filter(({ status }) => status >= 500).map(({ text: said }) => said);
  if (failed.length > 0) throw new Error(`a read failed: ${failed.join('\n')}`);
  return shown.map(({ text: said }) => said).join('\n');
}

/** Every row of every table, as text. */
export async function dump(connectionString: string): Promise<string> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables where table_schema = 'ectropy'`,
    );
    const found: string[] = [];
    for (const { name } of rows)
      for (const { row } of (await client.query<{ row: string }>(`select t::text as row from ${name} t`)).rows)
        found.push(`${name} ${row}`);
    return found.join('\n');
  } finally {
    await client.end();
  }
}

/** The bytes of every file below, the write-ahead log too. */
export async function bytesBelow(dir: string): Promise<Buffer> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  return Buffer.concat(
    await Promise.all(entries.filter((entry) => entry.isFile()).map((entry) => readFile(join(entry.parentPath, entry.name)))),
  );
}
