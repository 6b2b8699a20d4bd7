/** The only file that names concrete parts: folder, ledger, world, port. */
import { randomInt } from 'node:crypto';
import { type AddressInfo, isIPv4 } from 'node:net';
import { type Cloud, take } from './cloud.ts';
import { openFaults, randomFrom } from './faults/faults.ts';
import { buildHttp, closeHttp } from './http/http.ts';
import { routes } from './http/routes.ts';
import { holdFolder } from './ledger/hold.ts';
import { type Ledger, openLedger } from './ledger/ledger.ts';
import { openStats } from './stats.ts';
import type { Quota } from './world/model.ts';
import { type World, emptyWorld } from './world/world.ts';

export const DEFAULT_PORT = 8090;
export const DEFAULT_DELAY_MS = 1_500;
const MAX_SEED = 2 ** 47;

export interface CloudOptions {
  /** Folder of the ledger. */
  readonly data: string;
  /** Loopback only. */
  readonly host?: string;
  /** 0: any free one. */
  readonly port?: number;
  readonly delayMs?: number;
  readonly quota?: Quota;
  /** Makes chance and ids repeatable. */
  readonly seed?: number;
}

export interface RunningCloud {
  readonly url: string;
  /** Answers what is under way, then ends. Safe to call twice. */
  close(): Promise<void>;
}

/** Resolves when the port is open and all that the ledger holds is there again. */
export async function startCloud(options: CloudOptions, clock: () => number = Date.now): Promise<RunningCloud> {
  const host = loopback(options.host ?? '127.0.0.1');
  await using parts = new AsyncDisposableStack();
  const hold = await holdFolder(options.data, process.platform);
  parts.defer(() => hold.release());
  const world = emptyWorld();
  const ledger = await openLedger(options.data, (line) => take(world, line));
  parts.defer(() => ledger.close());
  const closing = new AbortController();
  const fastify = buildHttp(cloudOf(options, world, ledger, clock), routes, closing.signal);
  parts.defer(() => closeHttp(fastify));
  parts.defer(() => closing.abort());
  await fastify.listen({ host, port: options.port ?? DEFAULT_PORT });
  const { port } = fastify.server.address() as AddressInfo;
  const opened = parts.move();
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`, close: () => opened.disposeAsync() };
}

function cloudOf({ delayMs = DEFAULT_DELAY_MS, quota = {}, seed }: CloudOptions, world: World, ledger: Ledger, clock: () => number): Cloud {
  const chance = seed ?? randomInt(MAX_SEED);
  let last = world.at;
  return {
    world,
    ledger,
    delayMs,
    quota,
    seed: String(chance),
    faults: openFaults(randomFrom(chance)),
    stats: openStats(),
    now: () => (last = Math.max(last, Math.floor(clock()))),
  };
}

function loopback(host: string): string {
  if (host === 'localhost') return '127.0.0.1';
  if (host === '::1' || (isIPv4(host) && host.startsWith('127.'))) return host;
  throw new Error(`The cloud listens on loopback addresses only, such as 127.0.0.1 and ::1, and not on ${host}.`);
}
