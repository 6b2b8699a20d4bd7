/** All processes of a run: PostgreSQL, the cloud, two that answer and three that work, each behind a proxy of its own. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CloudProcess, openCloudProcess } from './cloud.ts';
import { type Database, openDatabase } from './database.ts';
import { type FailpointLog, openFailpointLog } from './failpoint-log.ts';
import type { Fate, Role } from './fate.ts';
import { freePort } from '../../src/testing/free-port.ts';
import { armAudit } from './lease-audit.ts';
import { migrateUnderFire } from './migrate-under-fire.ts';
import { ownedFolder } from './orphans.ts';
import { openPostgresProcess, type Postgres } from './postgres.ts';
import { openProxy } from './proxy.ts';
import { type Death, Slot } from './slot.ts';

export const LEASE_MS = 3_000;
const WORKERS = 3;
const APIS = 2;
const LANES = 16;

export interface Stage extends AsyncDisposable {
  readonly postgres: Postgres;
  readonly cloud: CloudProcess;
  readonly database: Database;
  readonly failpoints: FailpointLog;
  readonly slots: readonly Slot[];
  /** Where the API answers. */
  readonly urls: readonly string[];
}

export interface StageOptions {
  readonly seed: number;
  readonly defect?: string | undefined;
  readonly nextFate: (role: Role) => Promise<Fate | undefined>;
  readonly onDeath: (death: Death) => void;
  readonly onFailing: (slot: string) => void;
  readonly onCrash: (text: string) => void;
}

const settings = (cloudUrl: string): readonly string[] =>
  `--cloud-url ${cloudUrl} --lease ${LEASE_MS}ms --recheck 5s --log-level warn --retry-base 50ms --retry-max 500ms --retry-attempts 500`.split(
    ' ',
  );

export async function openStage(options: StageOptions): Promise<Stage> {
  await using opened = new AsyncDisposableStack();
  const dir = ownedFolder(await mkdtemp(join(tmpdir(), 'ectropy-torture-')));
  await chmod(dir, 0o711); // PostgreSQL may run as another user
  opened.defer(() => rm(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }));
  const failpoints = opened.use(await openFailpointLog(join(dir, 'failpoints.jsonl')));
  const env = {
    NODE_COMPILE_CACHE: join(dir, 'compiled'),
    FAILPOINT_LOG: failpoints.file,
    UV_THREADPOOL_SIZE: String(availableParallelism()),
  };
  const postgres = opened.use(await openPostgresProcess(dir, await freePort()));
  const cloud = opened.use(await openCloudProcess(dir, await freePort(), { NODE_COMPILE_CACHE: env.NODE_COMPILE_CACHE }, options.seed));
  await migrateUnderFire(postgres.url, join(dir, 'data'), env);
  const database = opened.use(openDatabase(postgres.url));
  await armAudit(database, [...numbered('api', APIS), ...numbered('worker', WORKERS)]);
  const slots: Slot[] = [];
  const urls: string[] = [];
  const slot = async (role: Role, number: number, more: readonly string[]): Promise<void> => {
    const proxy = opened.use(await openProxy(postgres.port));
    const url = `postgres://${roleOf(role, number)}@127.0.0.1:${proxy.port}/postgres`;
    const args = ['--role', role, '--database-url', url, '--data', join(dir, 'data'), ...settings(cloud.url), ...more];
    const { defect, nextFate, onDeath, onFailing, onCrash } = options;
    slots.push(
      opened.use(
        new Slot({
          name: `${role} ${number}`,
          role,
          args,
          env: { ...env, CLOCK_SKEW_MS: skewOf(role, number) },
          proxy,
          defect,
          onDeath,
          onFailing,
          onCrash,
          nextFate: () => nextFate(role),
        }),
      ),
    );
  };
  for (let number = 1; number <= APIS; number += 1) {
    const port = await freePort();
    urls.push(`http://127.0.0.1:${port}`);
    await slot('api', number, ['--port', String(port)]);
  }
  for (let number = 1; number <= WORKERS; number += 1) await slot('worker', number, ['--port', '0', '--workers', String(LANES)]);
  await Promise.all(slots.map((one) => one.untilServes()));
  const parts = opened.move();
  return { postgres, cloud, database, failpoints, slots, urls, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

/** No two machines agree about the time. */
const skewsMs = { api: [0, 600_000], worker: [-600_000, 0, 600_000] } as const satisfies Record<Role, readonly number[]>;
const skewOf = (role: Role, number: number): string => String(skewsMs[role][number - 1] ?? 0);

/** Each process has a name of its own in the database: that is how its deeds are told apart. */
const roleOf = (role: Role, number: number): string => `${role}_${number}`;

function numbered(role: Role, count: number): readonly string[] {
  return Array.from({ length: count }, (_, i) => roleOf(role, i + 1));
}
