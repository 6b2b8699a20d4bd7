/** PostgreSQL as a user has it: a strict server, two replicas of the product on another one, and the documents of the example. */
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strictServer, type TestServer } from '../../../modules/src/postgres/testing/server.ts';
import { freshDatabase } from '../../src/testing/databases.ts';
import { until } from '../../src/testing/until.ts';
import { apply, collection } from '../kube.ts';
import { type Answer, call, type Product, scratch, startProduct, type Wire } from '../product.ts';
import { dump } from '../seal-scene.ts';
import { type CutableWire, openWire } from './wire.ts';

export interface Scene extends AsyncDisposable {
  readonly target: TestServer & { log(): string };
  readonly wire: CutableWire;
  readonly api: Product;
  readonly worker: Product;
  /** What stands in the file that was made from the password. */
  credentials(): Promise<string>;
  /** All that the replicas store. */
  stored(): Promise<string>;
}

const GROUP = 'postgres.ectropy.dev/v1';
const plurals = { PostgresServer: 'postgresservers', PostgresRole: 'postgresroles', PostgresDatabase: 'postgresdatabases', File: 'files' };
type Kind = keyof typeof plurals;

export const groupOf = (kind: Kind): string => (kind === 'File' ? 'core.ectropy.dev/v1' : GROUP);
export const at = (kind: Kind, name: string, below = ''): string =>
  `${collection(groupOf(kind), plurals[kind], 'shop')}/${name}${below && `/${below}`}`;

export const PASSWORD_OF_SERVER = 'correct horse battery staple';

export async function openScene(): Promise<Scene> {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(await scratch());
  const target = opened.adopt(await strictServer(), (server) => server.stop());
  const wire = opened.use(await openWire(target.connection));
  const { connection, drop } = await freshDatabase();
  opened.defer(drop);
  await writeFile(join(folder.dir, 'secret.key'), `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
  const args = ['--database-url', connection.connectionString, '--data', folder.dir, '--recheck', '1s', '--retry-base', '100ms'];
  const worker = opened.use(await startProduct({ args: [...args, '--role', 'worker', '--log-level', 'trace'] }));
  const api = opened.use(await startProduct({ args: [...args, '--role', 'api', '--log-level', 'trace'] }));
  const parts = opened.move();
  return {
    target,
    wire,
    api,
    worker,
    credentials: () => readFile(join(folder.dir, 'files', 'credentials.env'), 'utf8'),
    stored: () => dump(connection.connectionString),
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}

const server = { server: { name: 'main' } };

const specs = (port: number): Readonly<Record<Kind, readonly [name: string, spec: object]>> => ({
  PostgresServer: ['main', { host: '127.0.0.1', port, user: 'postgres', password: PASSWORD_OF_SERVER }],
  PostgresRole: ['orders-app', { name: 'orders_app', connection_limit: 20, dependencies: server }],
  PostgresDatabase: [
    'orders',
    { extensions: [{ name: 'pgcrypto' }], comment: 'Orders of the shop', dependencies: { ...server, owner: { name: 'orders-app' } } },
  ],
  File: [
    'credentials',
    {
      path: 'credentials.env',
      mode: '0600',
      template: '{{ needs.role.output.name }} {{ needs.role.output.password }}\n',
      dependencies: { role: { kind: 'PostgresRole', name: 'orders-app' } },
    },
  ],
});

/** The example with real values, or one of its documents with something else in it. */
export async function declare({ api, wire }: Scene, only?: Kind, more: object = {}): Promise<void> {
  for (const [kind, [name, spec]] of Object.entries(specs(wire.port)) as [Kind, readonly [string, object]][]) {
    if (only !== undefined && kind !== only) continue;
    const body = { apiVersion: groupOf(kind), kind, metadata: { name }, spec: { ...spec, ...more } };
    good(await apply(api, at(kind, name), body, 'user', '&force=true'));
  }
}

export function good(answer: Answer): Answer {
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`);
  return answer;
}

export async function sees({ api }: Scene, path: string, fits: (resource: Wire) => unknown, what = path): Promise<Wire> {
  let last: Answer | undefined;
  const look = async (): Promise<Wire | undefined> => {
    last = await call(api, path);
    return fits(last.body) ? last.body : undefined;
  };
  return until(look, { timeoutMs: 20_000, everyMs: 25, what }).catch((error: Error) => {
    throw new Error(`${error.message}; the last was ${last?.text}`);
  });
}

export const phase = (scene: Scene, path: string, wanted: string): Promise<Wire> =>
  sees(
    scene,
    path,
    ({ status, metadata }) =>
      String(status?.phase) === wanted && (wanted !== 'Ready' || Number(status?.observedGeneration) === Number(metadata?.generation)),
    `${path} is ${wanted}`,
  );
