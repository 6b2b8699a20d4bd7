/** The only file that names concrete parts: it puts the server together, starts it, and ends it in order. */
import { randomInt, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { pathToFileURL } from 'node:url';
import { fileModule, kafkaModule } from '@ectropy/modules';
import { type Locator, type Module, type Problem, ProblemError, problemsOf, type Served, showPath } from '@ectropy/sdk';
import type { App } from './app/app.ts';
import { byProject } from './app/authorise.ts';
import type { Deps } from './app/deps.ts';
import { ensureProject } from './app/containers.ts';
import { followKinds } from './app/follow.ts';
import { reflectNews, tapped } from './app/mirror.ts';
import { readNewest } from './app/newest.ts';
import { openApp } from './app/open.ts';
import { followProjects } from './app/projects.ts';
import { accessorsBehind } from './app/through.ts';
import { bindProblem } from './config/bind.ts';
import { loadConfig } from './config/load.ts';
import { helpText, shownConfig } from './config/reference.ts';
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
import { type Access, openAccess } from './hub/access/access.ts';
import { openRedis } from './hub/access/cache/redis.ts';
import { DEFAULT_PROJECT } from './hub/builtin.ts';
import { type Kinds, openKinds } from './hub/kinds.ts';
import { openCompiler } from './hub/schema/compiler.ts';
import { schemeOf } from './hub/scheme/scheme.ts';
import { openEmbedded } from './store/embedded/embedded.ts';
import type { Store } from './store/port.ts';
import { openPostgres } from './store/postgres/postgres.ts';
import { openLog, type ServerLog } from './telemetry/log.ts';
import { type Metrics, openMetrics } from './telemetry/metrics.ts';
import { openTracing, type Tracing } from './telemetry/trace.ts';
import { openFeed } from './watch/feed.ts';
import { openWorker } from './worker/work.ts';

const STEP_TIMEOUT_MS = 10 * 60_000;
const DAY_MS = 86_400_000;
const TRIM_EVERY_MS = 60_000;
/** What a stop may take at most, whatever hangs. */
const STOP_WITHIN_MS = 24_000;

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

export async function startServer({ config, log: givenLog, modules = [], accessors: ownAccessors = [], identify }: ServerOptions): Promise<Server> {
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
  await mkdir(config.filesRoot, { recursive: true });
  const extended = await loadExtensions(config.extensions);
  const accessors = [...given.accessors, ...extended.accessors];
  const scheme = schemeOf(config.groupSuffix, config.groupAliases);
  const kinds = openKinds([fileModule({ root: config.filesRoot }), kafkaModule, ...given.modules, ...extended.modules], { scheme, accessed: accessors.map(({ kind }) => kind) });
  store = readNewest(store, kinds);

  const stopping = new AbortController();
  const feed = openFeed({
    store,
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
    newId: randomUUID,
    roll: Math.random,
    policy: policyFor(config, kinds),
    signal: stopping.signal,
  };
  await ensureProject(DEFAULT_PROJECT, bare);
  const deps: Deps = accessors.length > 0 ? { ...bare, access: await openAccessors(accessors, config, bare, tracing, log, opened) } : bare;
  const following = await followKinds(deps, (error) => log.warn('could not follow the definitions of kinds', { error: String(error) }));
  opened.defer(() => following.ended);
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

interface Extension {
  readonly modules?: readonly Module[];
  readonly accessors?: readonly Served[];
}

/** Kinds that an operator brings along. A file that cannot be loaded stops the start. */
async function loadExtensions(files: readonly string[]): Promise<Required<Extension>> {
  const loaded = await Promise.all(files.map(loadExtension));
  return { modules: loaded.flatMap(({ modules = [] }) => modules), accessors: loaded.flatMap(({ accessors = [] }) => accessors) };
}

async function loadExtension(file: string): Promise<Extension> {
  try {
    return (await import(pathToFileURL(file).href)) as Extension;
  } catch (error) {
    throw new ProblemError({ code: 'invalid', path: ['extensions'], message: `cannot load ${file}: ${error instanceof Error ? error.message : String(error)}` }, { cause: error });
  }
}

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

/** What a service tells of is forgotten by the cache first, and then looked at, so that whoever watches sees it. */
async function openAccessors(served: readonly Served[], config: Config, deps: Deps, trace: Tracing, log: ServerLog, opened: AsyncDisposableStack): Promise<Access> {
  const { store, kinds } = deps;
  const followed = await followProjects(deps, (error) => log.warn('could not follow the projects', { error: String(error) }));
  opened.defer(() => followed.ended);
  const shared = config.cacheUrl === undefined ? undefined : await openRedis({ url: config.cacheUrl, now: Date.now, onTrouble: (error) => log.debug('the cache server could not help', { error: String(error) }) });
  if (shared) opened.defer(() => shared.close());
  let access: Access | undefined;
  const heard = (kind: string, at: Locator | undefined): void => {
    for (const [name, accessor] of accessorsBehind(kind, { kinds, ...(access && { access }) }))
      void reflectNews(name, at, followed.projects, accessor, deps).catch(() => undefined);
  };
  access = opened.use(
    openAccess({
      served: served.map((each) => tapped(each, heard)),
      projects: followed.projects,
      fences: { read: (names) => store.fences(names), raise: (names) => store.raiseFences(names) },
      trace,
      suffix: kinds.scheme.suffix,
      formerSuffixes: config.groupAliases,
      build: buildOf().version,
      now: Date.now,
      visibility: () => '',
      ...(shared && { cache: { shared } }),
      onTrouble: (kind, error) => log.debug('the notifications of a service broke off', { kind, error: String(error) }),
    }),
  );
  return access;
}

const logFor = (config: Config, current: () => string | undefined): ServerLog =>
  openLog({ level: config.logLevel, format: config.logFormat, isTty: process.stdout.isTTY, noColor: config.noColor, current });

async function openStore(config: Config, log: ServerLog, metrics: Metrics, opened: AsyncDisposableStack): Promise<Store> {
  const committed = (writes: number, seconds: number): void => metrics.committed(writes, seconds);
  if (config.databaseUrl !== undefined) return openPostgres({ connection: { connectionString: config.databaseUrl }, log, committed });
  const embedded = opened.use(await openEmbedded({ dir: config.data, log }));
  return openPostgres({ connection: { ...embedded.connection, ssl: false }, log, committed });
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

function buildOf(): Build {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };
  return {
    version,
    commit: '',
    builtAt: '',
    runtime: `node ${process.version}`,
    os: process.platform,
    arch: process.arch,
  };
}

const EXIT_USAGE = 3;

async function main(): Promise<void> {
  const config = loadConfig({
    argv: process.argv.slice(2),
    env: process.env,
    readFile: (path) => readFileSync(path, 'utf8'),
    cwd: process.cwd(),
  });
  if (config.help) return say(helpText('npm start --'));
  if (config.version) return say(buildOf().version);
  const server = await startServer({ config });
  say(welcome(server.url, config));
  let signals = 0;
  const stop = (signal: NodeJS.Signals): void => {
    signals += 1;
    if (signals > 1) process.exit(130);
    say(`\n${signal}: stopping; what is under way is finished or handed back. Once more to stop at once.`);
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    server.close().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
}

/** On a terminal for a person; otherwise the log alone speaks. */
function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

const welcome = (url: string, { databaseUrl, data, role, workers }: Config): string => `
Ectropy is ready at ${url}
  store    ${databaseUrl === undefined ? `embedded PostgreSQL in ${data}` : 'PostgreSQL at the given address'}
  role     ${role}, ${workers} at once
  API      ${url}/docs

Declare something:
  curl -s ${url}/api/v1beta1/resources -H 'user-id: you' -d '{"kind":"file","name":"hello","project":"demo","spec":{"configs":{"path":"hello.txt","content":"Hello"}}}'
and look at it:
  curl -s ${url}/api/v1beta1/resources/orn:entropy:file:demo:hello
`;

function fail(error: unknown): never {
  for (const problem of problemsOf(error)) process.stderr.write(`error: ${show(problem)}\n`);
  const usage = error instanceof ProblemError && (error.problem.code === 'invalid' || error.problem.code === 'denied');
  if (!(error instanceof ProblemError) && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  process.exit(usage ? EXIT_USAGE : 1);
}

const show = ({ path, message, hint }: Problem): string =>
  `${path?.length ? `${showPath(path)}: ` : ''}${message}${hint ? `\n       ${hint}` : ''}`;

if (import.meta.main) main().catch(fail);
