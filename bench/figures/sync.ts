/** One-step syncs end to end: claimed, synced, recorded, announced; beside rows that are claimed and completed without an engine. */
import type { Bed, Loader, Serving } from '../bed.ts';
import { cpuMsOf, cpuMsOfServer } from '../cpu.ts';
import { median, type Round, type Row, rowOfRounds } from '../figure.ts';
import { rawSyncsPerSecond } from '../limits/raw-claim.ts';
import { openStoreClock, type StoreClock } from '../store-clock.ts';

const LANES = 256;
const RAW_CONNECTIONS = 16;

export interface Engine {
  readonly api: Serving;
  readonly worker: Serving;
  readonly load: Loader;
  readonly clock: StoreClock;
  close(): Promise<void>;
}

export async function startEngine(bed: Bed, database: string): Promise<Engine> {
  const api = await bed.serve(database, ['--role', 'api']);
  const worker = await bed.serve(database, ['--role', 'worker', '--workers', String(LANES)]);
  const load = await bed.load();
  const clock = await openStoreClock(database);
  const close = async (): Promise<void> => {
    await clock.close();
    await worker.stop();
    await api.stop();
  };
  return { api, worker, load, clock, close };
}

export interface Burst {
  readonly perSecond: number;
  /** CPU per sync. */
  readonly workerUs: number;
  readonly postgresUs: number;
}

/** Changes so many while the worker is stopped, then lets it go on, and answers with how many it syncs per second. */
export async function syncBurst(
  { api, worker, load, clock }: Engine,
  { count, among = count, ...order }: { request: 'create' | 'update'; count: number; among?: number; tag: string; mark?: string },
): Promise<Burst> {
  worker.child.kill('SIGSTOP');
  const before = await clock.now();
  await load.run({ url: api.url, connections: 64, count, among, ...order });
  const declared = await clock.now();
  if (declared < before + count) throw new Error(`only ${declared - before} of ${count} were declared`);
  const used = { worker: cpuMsOf(worker.pid), postgres: cpuMsOfServer(clock.backend) };
  const started = performance.now();
  worker.child.kill('SIGCONT');
  await clock.reaches(declared + count);
  const perSecond = (count / (performance.now() - started)) * 1000;
  const each = (ms: number): number => (ms * 1000) / count;
  return { perSecond, workerUs: each(cpuMsOf(worker.pid) - used.worker), postgresUs: each(cpuMsOfServer(clock.backend) - used.postgres) };
}

export const sync = async (bed: Bed): Promise<readonly Row[]> => measureSync(bed, await bed.database(), { where: '', goal: true });

export async function measureSync(
  bed: Bed,
  database: string,
  { where, goal }: { readonly where: string; readonly goal: boolean },
): Promise<readonly Row[]> {
  const { syncs, warmUp, rounds } = bed.scale;
  const engine = await startEngine(bed, database);
  await syncBurst(engine, { request: 'create', count: warmUp, tag: 'warm-sync' });

  const all: (Round & Burst)[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const burst = await syncBurst(engine, { request: 'create', count: syncs, tag: `s${round}` });
    all.push({ ...burst, value: burst.perSecond, beside: await rawSyncsPerSecond(database, syncs, RAW_CONNECTIONS) });
    bed.say(`sync ${round}: ${JSON.stringify(all.at(-1))}`);
  }
  const ready = await engine.clock.ready();
  await engine.close();
  if (ready !== warmUp + syncs * rounds) throw new Error(`${ready} are ready, and ${warmUp + syncs * rounds} should be`);
  const cost = (of: 'workerUs' | 'postgresUs'): string => median(all.map((one) => one[of])).toFixed(0);
  return [
    rowOfRounds(all, {
      name: `one-step syncs${where}`,
      unit: '/s',
      beside: `claimed in batches and completed one by one, ${RAW_CONNECTIONS} connections`,
      ...(goal && { goal: { of: 'value', atLeast: 5_000 } }),
      note: `CPU per sync: worker ${cost('workerUs')} µs, PostgreSQL ${cost('postgresUs')} µs`,
    }),
  ];
}
