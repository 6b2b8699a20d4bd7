/** The cloud to practise on under fire: its API is a door of ours too. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Json, JsonObject } from '@ectropy/sdk';
import { until } from '../../src/testing/until.ts';
import { call, scratch, type Wire } from '../product.ts';
import { reachInCloud } from './cloud-goal.ts';
import { openCloudJudge } from './cloud-judge.ts';
import { type Exception, openCoverage } from './coverage.ts';
import { mutated } from './mutate.ts';
import { tellingFor, type Told } from './preload.ts';
import type { Random } from './random.ts';
import type { Request } from './request.ts';
import { documentRoutes, type Route } from './route.ts';
import { type FuzzReport, run } from './run.ts';
import type { Subject } from './trial.ts';
import { valueFor } from './value.ts';
import { wired } from './wire.ts';
import { openWorld } from './world.ts';

const main = fileURLToPath(new URL('../../../cloud-sim/src/main.ts', import.meta.url));

export interface CloudSubject extends Subject, Told, AsyncDisposable {}

export async function openCloud(): Promise<CloudSubject> {
  await using opened = new AsyncDisposableStack();
  const { dir } = opened.use(await scratch());
  const { told, env } = tellingFor(dir, 128);
  let text = '';
  const args = ['--conditions=source', main, '--port', '0', '--data', join(dir, 'cloud'), '--delay', '20ms', '--seed', '1'];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  opened.defer(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill();
    await once(child, 'exit');
  });
  const url = (): string | undefined => /is ready at (http:[^\s,]+)/.exec(text)?.[1];
  await until(() => url() !== undefined || child.exitCode !== null, { timeoutMs: 30_000 });
  const parts = opened.move();
  return { url: url() ?? '', process: child, output: () => text, ...told, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

const GOOD = 0.5;

/** What has no parameter and asks for nothing cannot be refused. */
const exceptions: readonly Exception[] = [
  {
    route: /^GET \/(?:faults|stats|healthz|openapi\.json)$|^DELETE \/faults$/,
    never: 'refusal',
    reason: 'there is nothing in the request that could be wrong',
  },
];

export async function fuzzCloud(
  subject: CloudSubject,
  { requests, seed }: { readonly requests: number; readonly seed: number },
): Promise<FuzzReport> {
  const document = (await call(subject, '/openapi.json')).body;
  const routes = documentRoutes(document);
  const world = openWorld([]);
  const { host } = new URL(subject.url);
  const ids = new Map<string, Set<string>>();
  const make = (random: Random): Request => {
    const good = cloudRequest(random.pick(routes), document as unknown as JsonObject, ids, random);
    if (random.chance(GOOD)) return good;
    return random.chance(0.15) ? wired(good, host, random) : quiet(mutated(good, world, random));
  };
  const coverage = openCoverage(routes, exceptions);
  let serial = 0;
  const next = (): number => (serial += 1);
  return run({
    requests,
    seed,
    lanes: 16,
    make,
    subject,
    stalls: subject.stalls,
    judge: openCloudJudge(document as unknown as JsonObject),
    coverage,
    reach: (gap, send) => reachInCloud(gap, { ids, has: coverage.has, next, send }),
    learn: (path, body) => learn(path, body as unknown as Wire, ids),
    command: 'npm run fuzz -- --cloud',
  });
}

/** A fault that cuts connections would be taken for one. */
const quiet = (request: Request): Request =>
  /"(?:refuse|lost)"/.test(String(request.body)) ? { ...request, body: '{"effect":"slow","ms":1,"times":1}' } : request;

type Ids = Map<string, Set<string>>;

const schemaFor = ({ method, pattern }: Route, document: JsonObject): JsonObject | undefined => {
  const operation = (document as unknown as Wire).paths?.[pattern]?.[method.toLowerCase()];
  return operation?.requestBody?.content?.['application/json']?.schema as unknown as JsonObject | undefined;
};

function cloudRequest(route: Route, document: JsonObject, ids: Ids, random: Random): Request {
  const { method, pattern } = route;
  const schema = schemaFor(route, document);
  const collection = pattern.split('/')[2] ?? '';
  const known = [
    ...(ids.get(pattern.startsWith('/faults') ? 'faults' : pattern.includes('/console/') ? `${collection}-names` : collection) ?? []),
  ];
  const newest = pattern.startsWith('/faults') ? known.slice(-1) : known;
  const target = newest.length > 0 && random.chance(0.8) ? random.pick(newest) : 'nobody';
  const query =
    pattern === '/ledger'
      ? random.pick(['', '?limit=5', '?after=3&limit=2'])
      : pattern.startsWith('/v1') && random.chance(0.2) && method === 'GET' && !pattern.includes('{')
        ? '?name=n1'
        : '';
  return {
    method,
    path: `${pattern.replace(/\{\w+\}/, target)}${query}`,
    headers: {
      ...(schema && { 'content-type': 'application/json' }),
      ...(method !== 'GET' && { 'idempotency-key': `k${random.below(1_000_000)}`, 'fencing-token': String(random.pick([1, 1, 1, 2, 3])) }),
    },
    ...(schema && { body: JSON.stringify(bodyFor(schema, pattern, document, ids, random)) }),
  };
}

function bodyFor(schema: JsonObject, pattern: string, document: JsonObject, ids: Ids, random: Random): Json {
  if (pattern === '/faults')
    return { effect: random.pick(['slow', 'fail', 'operation_fails']), path: '/v1/disks/none', ms: 1, times: 1 + random.below(3) };
  const value = valueFor(schema, document, random) as JsonObject;
  const some = (collection: string): string => random.pick([...(ids.get(collection) ?? ['none'])]);
  return {
    ...value,
    ...(!pattern.includes('{') && { name: `n${random.below(30)}` }),
    ...('cidr' in value && { cidr: random.pick(['10.1.0.0/16', '10.0.0.0/8', '10.2.0.0/24']) }),
    ...('network' in value && { network: some('networks') }),
    ...('server' in value && { server: random.chance(0.5) ? some('servers') : null }),
    ...(pattern.includes('{') && random.chance(0.8) && onlyLabels(random)),
  };
}

/** Most fields cannot change, so that a change of everything is always refused. */
const onlyLabels = (random: Random): JsonObject =>
  ({
    name: undefined,
    cidr: undefined,
    network: undefined,
    image: undefined,
    sizeGb: undefined,
    labels: { a: random.pick(['x', 'y']) },
  }) as unknown as JsonObject;

function learn(path: string, body: Wire, ids: Ids): void {
  const note = (kind: string, id: unknown): void => {
    if (typeof id !== 'string') return;
    const set = ids.get(kind) ?? new Set<string>();
    ids.set(kind, set.add(id));
    if (set.size > 60) set.delete(set.values().next().value as string);
  };
  const collection = path.replace(/\?.*/s, '').split('/')[2] ?? '';
  note(collection, body.object?.id);
  note(`${collection}-names`, body.object?.name);
  note('operations', body.operation?.id);
  if (path === '/faults') note('faults', body.id);
}
