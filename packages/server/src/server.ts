/** The only file that names concrete parts: it puts the server together, starts it, and ends it in order. */
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { cloudModules, fileModule, httpCheckModule, kafkaModule, postgresModules } from '@ectropy/modules';
import { type Module, ProblemError, type Served } from '@ectropy/sdk';
import type { App } from './app/app.ts';
import { byProject } from './app/authorise.ts';
import type { Deps } from './app/deps.ts';
import { ensureProject } from './app/containers.ts';
import { followKinds } from './app/follow.ts';
import { readNewest } from './app/newest.ts';
import { openApp } from './app/open.ts';
import { openAccessors } from './app/open-access.ts';
import { buildOf } from './build.ts';
import { bindProblem } from './config/bind.ts';
import { loadExtensions } from './config/extensions.ts';
import { shownConfig } from './config/reference.ts';
import type { Config } from './config/schema.ts';
import type { Policy } from './core/decide.ts';
import { type Door, openHttp } from './doors/http/http.ts';
import type { Build, Identify } from './doors/http/ports.ts';
import { openProbes } from './doors/http/probes.ts';
import { catalogues } from './doors/kube/catalogue/catalogue.ts';
import { openKube } from './doors/kube/door.ts';
import { openEntries } from './doors/kube/entries.ts';
import { openViews } from './doors/kube/views.ts';
import { openOpenapi } from './doors/openapi/door.ts';
import { openV1beta1 } from './doors/v1beta1/door.ts';
import { DEFAULT_PROJECT } from './hub/builtin.ts';
import { type Kinds, openKinds } from './hub/kinds.ts';
import { openCompiler } from './hub/schema/compiler.ts';
import { schemeOf } from './hub/scheme/scheme.ts';
import { openKeyring } from './seal/key-file.ts';
import { sealing } from './seal/sealed-store.ts';
import { openEmbedded } from './store/embedded/embedded.ts';
import type { Store } from './store/port.ts';
import { migrate } from './store/postgres/migrate.ts';
import { openPostgres } from './store/postgres/postgres.ts';
import { openLog, type ServerLog } from './telemetry/log.ts';
import { type Metrics, openMetrics } from './telemetry/metrics.ts';
import { openTracing, type Tracing } from './telemetry/trace.ts';
import { realTime } from './time.ts';
import { openFeed } from './watch/feed.ts';
import { openWorker } from './worker/work.ts';

const STEP_TIMEOUT_MS = 10 * 60_000;
const DAY_MS = 86_400_000;
const TRIM_EVERY_MS = 60_000;

export interface Server {
  readonly url: string;
  close(): Promise<void>;
}

export interface ServerOptions {
  readonly config: Config;
  readonly log?: ServerLog;
  /** Kinds besides those that come with the server. */
  readonly modules?: readonly Module[];
  /** Kinds whose resources other services hold. */
  readonly accessors?: readonly Served[];
  /** Who asks, by the headers of a request; whoever it says to be if absent. */
  readonly identify?: Identify;
}

export async function startServer({
  config,
  log: givenLog,
  modules = [],
  accessors: ownAccessors = [],
  identify,
}: ServerOptions): Promise<Server> {
  const given = { modules, accessors: ownAccessors };
  const refused = bindProblem(config);
  if (refused) throw new ProblemError(refused);
  await using opened = new AsyncDisposableStack(); // a start that fails half-way closes what it has opened
  const build = buildOf();
  const tracing = await openTracing({
    endpoint: config.otlpEndpoint,
    serviceName: config.serviceName,
    version: build.version,
    onExportFailure: () => metrics.traceExportFailed(),
  });
  const log = givenLog ?? logFor(config, tracing.current);
  opened.defer(() => tracing.close());
  log.debug('settings', shownConfig(config));

  let store: Store | undefined;
  const metrics = opened.adopt(openMetrics({ sources: gauges(() => store) }), (open) => open.close());
  store = opened.use(await openStore(config, log, metrics, opened));
  const keyring = await openKeyring({ file: config.secretKeyFile, make: config.databaseUrl === undefined, log, randomBytes });
  await mkdir(config.filesRoot, { recursive: true });
  const extended = await loadExtensions(config.extensions);
  const accessors = [...given.accessors, ...extended.accessors];
  const scheme = schemeOf(config.groupSuffix, config.groupAliases);
  const kinds = openKinds([...ownModules(config), ...given.modules, ...extended.modules], {
    scheme,
    accessed: accessors.map(({ kind }) => kind),
  });
  store = readNewest(sealing(store, kinds, keyring, { randomBytes }), kinds);

  const stopping = new AbortController();
  const feed = openFeed({
    store,
    time: realTime,
    signal: stopping.signal,
    fed: ({ at }) => metrics.fed(Math.max(0, Date.now() - at) / 1000),
    watching: (change) => (change > 0 ? metrics.watcherOpened() : metrics.watcherClosed()),
  });
  const bare: Deps = {
    store,
    kinds,
    feed,
    authorise: byProject,
    spans: tracing,
    compiler: opened.use(openCompiler()),
    now: Date.now,
    time: realTime,
    newId: randomUUID,
    roll: Math.random,
    policy: policyFor(config, kinds),
    signal: stopping.signal,
  };
  await ensureProject(DEFAULT_PROJECT, bare);
  const deps: Deps =
    accessors.length > 0
      ? {
          ...bare,
          access: await openAccessors(
            accessors,
            { cacheUrl: config.cacheUrl, formerSuffixes: config.groupAliases, build: build.version, trace: tracing, log },
            bare,
            opened,
          ),
        }
      : bare;
  const following = await followKinds(deps, (error) => log.warn('could not follow the definitions of kinds', { error: String(error) }));
  opened.defer(() => {
    stopping.abort(); // a start that fails later has told nobody yet
    return following.ended;
  });
  const app = openApp(deps);

  const doors = [
    openProbes({ checks: { store: () => deps.store.check() }, metrics, build }),
    ...(config.role === 'worker' ? [] : apiDoors(app, kinds, build, tracing, identify)),
  ];
  const http = await openHttp({
    host: config.host,
    port: config.port,
    allowedHosts: config.allowedHosts,
    doors,
    log,
    ids: randomUUID,
    observe: { request: (route, method, code, seconds) => metrics.requested({ route, method, code }, seconds) },
  });
  opened.defer(() => http.close({ graceMs: Math.min(5_000, config.shutdownMs) }));
  if (config.workers > 0) {
    const owner = `${hostname()}/${process.pid}/${randomUUID().slice(0, 8)}`;
    const worker = openWorker(
      { owner, lanes: config.workers, leaseMs: config.leaseMs },
      { ...deps, log, metrics, stepTimeoutMs: STEP_TIMEOUT_MS },
    );
    opened.defer(() => worker.close({ graceMs: config.shutdownMs }));
  }
  const trimming = setInterval(() => void trim(deps.store, config, log), TRIM_EVERY_MS);
  opened.defer(() => clearInterval(trimming));
  opened.defer(() => stopping.abort());

  const parts = opened.move();
  return { url: http.address.url, close: () => parts.disposeAsync() };
}

/** The kinds that come with the server. */
const ownModules = ({ filesRoot, cloudUrl }: Config): readonly Module[] => [
  fileModule({ root: filesRoot }),
  httpCheckModule(),
  kafkaModule,
  ...postgresModules(),
  ...cloudModules({ url: cloudUrl }),
];

function apiDoors(app: App, kinds: Kinds, build: Build, trace: Tracing, identify: Identify | undefined): readonly Door[] {
  const views = openViews(kinds);
  const entries = openEntries(views, kinds);
  const catalogueOf = catalogues({ suffix: kinds.scheme.suffix, version: build.version });
  const catalogue = () => catalogueOf(entries());
  return [
    openV1beta1({ app, build, trace, identify }),
    openKube({ app, kinds, views, catalogue, trace, now: Date.now, randomBelow: randomInt, identify }),
    openOpenapi({ app, version: build.version, entries, suffix: kinds.scheme.suffix }),
  ];
}

const logFor = (config: Config, current: () => string | undefined): ServerLog =>
  openLog({ level: config.logLevel, format: config.logFormat, isTty: process.stdout.isTTY, noColor: config.noColor, current });

async function openStore(config: Config, log: ServerLog, metrics: Metrics, opened: AsyncDisposableStack): Promise<Store> {
  const committed = (writes: number, seconds: number): void => metrics.committed(writes, seconds);
  if (config.databaseUrl !== undefined) return openPostgres({ connection: { connectionString: config.databaseUrl }, log, committed });
  const embedded = opened.use(await openEmbedded({ dir: config.data, log }));
  return openPostgres({ connection: { ...embedded.connection, ssl: false }, log, committed });
}

/** Brings the database to the schema of this server, without serving anything. */
export async function migrateStore(config: Config): Promise<{ readonly from: number; readonly to: number }> {
  const log = logFor(config, () => undefined);
  if (config.databaseUrl !== undefined) return migrate({ connectionString: config.databaseUrl }, log);
  await using embedded = await openEmbedded({ dir: config.data, log });
  return migrate({ ...embedded.connection, ssl: false }, log);
}

const policyFor =
  ({ retryAttempts, retryBaseMs, retryMaxMs, recheckMs }: Config, kinds: Kinds) =>
  (kind: string): Policy => {
    const module = kinds.find(kind)?.module;
    const looks = module?.observe ? { recheckMs: module.kind.recheckMs ?? recheckMs } : {};
    return { maxAttempts: retryAttempts, retryBaseMs, retryMaxMs, blockedMs: 60_000, ...looks };
  };

/** The figures of the store, once there is one. */
const gauges = (store: () => Store | undefined) => ({
  async queue() {
    const figures = await store()?.figures();
    const { 0: edit = 0, 1: run = 0, 2: look = 0 } = figures?.queue.depth ?? {};
    return { depth: { edit, run, look }, oldestAgeSeconds: (figures?.queue.oldestAgeMs ?? 0) / 1000 };
  },
  resources: async () => (await store()?.figures())?.resources ?? [],
});

async function trim(store: Store, { retainChangesMs, retainEventsMs }: Config, log: ServerLog): Promise<void> {
  try {
    await store.trim({ changesMs: retainChangesMs, eventsMs: retainEventsMs, keysMs: DAY_MS, plansMs: DAY_MS, blobsMs: DAY_MS });
  } catch (error) {
    log.warn('could not forget old changes; tried again in a minute', { error: String(error) });
  }
}
