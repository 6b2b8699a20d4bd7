/** The example's service in a process of its own, and servers that show its teams. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Member, Team } from '../../../examples/accessor/inventory.ts';
import { freshDatabase } from '../src/testing/databases.ts';
import { type Product, scratch, startProduct } from './product.ts';

const program = fileURLToPath(new URL('../../../examples/accessor/service.ts', import.meta.url));
export const teamExtension = fileURLToPath(new URL('../../../examples/accessor/extension.ts', import.meta.url));

export interface Inventory extends AsyncDisposable {
  readonly url: string;
  ask<T>(method: string, path: string, body?: object): Promise<T>;
  teams(): Promise<readonly Team[]>;
  members(): Promise<readonly Member[]>;
  /** How slow it is, and how many of the next requests fail. */
  mood(mood: { readonly delayMs?: number; readonly fail?: number }): Promise<void>;
  requests(): Promise<number>;
  /** Ends it at once, and begins it again at the same address, with nothing in it. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

export async function startInventory(): Promise<Inventory> {
  let { child, url } = await begin('0');
  const { port } = new URL(url);
  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`${url}${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
    return (response.status === 204 ? undefined : await response.json()) as T;
  };
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return {
    url,
    ask,
    teams: () => ask('GET', '/teams'),
    members: () => ask('GET', '/members'),
    mood: (mood) => ask('PUT', '/mood', mood),
    requests: async () => (await ask<{ readonly requests: number }>('GET', '/mood')).requests,
    stop,
    async start() {
      ({ child, url } = await begin(port));
    },
    [Symbol.asyncDispose]: stop,
  };
}

async function begin(port: string): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const child = spawn(process.execPath, [program, port], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { child, url: line };
}

export interface Scene extends AsyncDisposable {
  readonly inventory: Inventory;
  /** Servers on one database. */
  readonly replicas: readonly [Product, Product];
}

export interface SceneOptions {
  readonly args?: readonly string[];
  readonly extensions?: readonly string[];
  /** Something that stands between the servers and the service: its address, from the service's own. */
  readonly between?: (url: string) => Promise<string>;
}

/** Two servers, one database, one service. */
export async function openScene({ args = [], extensions = [], between = async (url) => url }: SceneOptions = {}): Promise<Scene> {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(await scratch());
  const inventory = opened.use(await startInventory());
  const address = await between(inventory.url);
  const { connection, drop } = await freshDatabase();
  opened.defer(drop);
  const start = (): Promise<Product> =>
    startProduct({
      args: [
        '--data',
        folder.dir,
        '--database-url',
        connection.connectionString,
        '--extensions',
        [teamExtension, ...extensions].join(','),
        ...args,
      ],
      env: { INVENTORY_URL: address },
    });
  const a = opened.use(await start());
  const b = opened.use(await start());
  const all = opened.move();
  return { inventory, replicas: [a, b], [Symbol.asyncDispose]: () => all.disposeAsync() };
}
