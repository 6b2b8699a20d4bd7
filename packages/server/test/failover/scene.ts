import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { until } from '../../src/testing/until.ts';
import { call, type Product, resources, scratch, startProduct } from '../product.ts';
import { judge } from './history.ts';
import { contentOf, type Load, startLoad } from './load.ts';
import { watch, type Watcher } from './watcher.ts';

/** `ECTROPY_FAILOVER=1`: all of it, some minutes. A part of it otherwise. */
export const whole = process.env['ECTROPY_FAILOVER'] === '1';

export interface Scene extends AsyncDisposable {
  readonly servers: readonly Product[];
  readonly load: Load;
  /** One more server, which is closed with the scene. */
  join(): Promise<Product>;
  /** Until so many writes have been acknowledged since the last call. */
  more(count: number, timeoutMs?: number): Promise<void>;
  /** Ends the load, waits for the workers, and judges all that has happened. */
  verdict(): Promise<Verdict>;
}

export interface Verdict {
  readonly complaints: readonly string[];
  readonly writes: number;
  readonly again: number;
}

const CLIENTS = 6;

/** Servers, each with API and workers, on one database; clients at all of them, and watchers that stay and that come and go. */
export async function openScene(databaseUrl: string, howMany = 2): Promise<Scene> {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(await scratch());
  const files = join(folder.dir, 'files');
  const args = ['--database-url', databaseUrl, '--data', folder.dir, '--files-root', files, '--lease', '3s', '--log-level', 'warn'];
  const servers: Product[] = [];
  while (servers.length < howMany) servers.push(opened.use(await startProduct({ args })));
  const watchers: Record<string, Watcher> = {
    'one who stays at the first': await watch(servers.slice(0, 1)),
    'one who stays at the last': await watch(servers.slice(-1)),
    'one who comes and goes': await watch(servers, 40),
  };
  opened.defer(async () => void (await Promise.all(Object.values(watchers).map((watcher) => watcher.close()))));
  const load = startLoad(servers, CLIENTS);
  opened.defer(() => load.abandon());

  async function more(count: number, timeoutMs = 60_000): Promise<void> {
    const enough = load.acknowledged.length + count;
    await until(() => load.acknowledged.length >= enough || load.trouble.length > 0, { timeoutMs, what: `${count} more writes` });
    expect(load.trouble).toEqual([]);
  }

  async function verdict(): Promise<Verdict> {
    await load.stop();
    const [server] = servers;
    if (!server) throw new Error('no server');
    await settled(server);
    const urns = [...new Set(load.acknowledged.map(({ urn }) => urn))];
    const revisions = new Map(await Promise.all(urns.map(async (urn) => [urn, await revisionsOf(server, urn)] as const)));
    const last = Math.max(...load.acknowledged.map(({ resource }) => Number(versionOf(resource))), 0);
    await until(() => Object.values(watchers).every(({ told }) => caughtUp(told, load, last)), { timeoutMs: 15_000, everyMs: 100 }).catch(
      () => undefined, // the verdict says what is missing
    );
    const watched = Object.fromEntries(Object.entries(watchers).map(([who, { told }]) => [who, told]));
    const complaints = [
      ...load.trouble,
      ...judge({ acknowledged: load.acknowledged, revisions, watched }),
      ...(await unfinished(server, files, load)),
      ...(await differentAnswers(servers, load)),
    ];
    return { complaints, writes: load.acknowledged.length, again: load.again() };
  }

  const parts = opened.move();
  const joined = async (): Promise<Product> => parts.use(await startProduct({ args }));
  return { servers, load, more, verdict, join: joined, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

const versionOf = (resource: unknown): unknown => (resource as { version?: unknown }).version ?? 0;

const caughtUp = (told: Watcher['told'], load: Load, last: number): boolean => {
  const seen = new Set(told.map(({ content }) => content));
  return (told.at(-1)?.id ?? 0) >= last && load.acknowledged.every(({ content }) => seen.has(content));
};

const settled = (server: Product): Promise<unknown> =>
  until(async () => Number((await call(server, `${resources}?status=STATUS_PENDING&page_size=1`)).body.count ?? 1) === 0, {
    timeoutMs: 60_000,
    everyMs: 200,
    what: 'the end of all work',
  });

async function revisionsOf(server: Product, urn: string): Promise<readonly string[]> {
  const { body } = await call(server, `${resources}/${urn}/revisions`);
  return ((body.revisions ?? []) as unknown as readonly object[]).map(contentOf).toReversed();
}

/** The workers have brought about the last content of each. */
async function unfinished(server: Product, files: string, { acknowledged }: Load): Promise<readonly string[]> {
  const last = new Map(acknowledged.map(({ urn, content }) => [urn, content]));
  const complaints = await Promise.all(
    [...last].map(async ([urn, content]) => {
      const { resource } = (await call(server, `${resources}/${urn}`)).body;
      const written = await readFile(join(files, `${urn.split(':').at(-1)}.txt`), 'utf8').catch(() => 'no file');
      const status = String(resource?.state?.status);
      return status === 'STATUS_COMPLETED' && contentOf(resource) === content && written === content
        ? []
        : [`${urn}: ${status}, declared ${contentOf(resource)}, written ${written}, acknowledged ${content}`];
    }),
  );
  return complaints.flat();
}

/** L1: the same key gets the same answer, whichever server and whichever primary is asked. */
async function differentAnswers(servers: readonly Product[], { acknowledged }: Load): Promise<readonly string[]> {
  const complaints = await Promise.all(
    acknowledged.map(async ({ path, request, resource, content }, i) => {
      const server = servers[i % servers.length] ?? { url: '' };
      const answer = await call(server, path, request);
      return JSON.stringify(answer.body.resource) === JSON.stringify(resource) ? [] : [`${content}: the same key gave ${answer.text}`];
    }),
  );
  return complaints.flat();
}
