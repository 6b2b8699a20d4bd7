/** The product under fire, at all of its doors. */
import { until } from '../../src/testing/until.ts';
import { call, type Product } from '../product.ts';
import { type Exception, openCoverage } from './coverage.ts';
import { openJudge } from './judge.ts';
import { defineKinds } from './kinds.ts';
import { mutated } from './mutate.ts';
import { olderRequest, readOlderKinds } from './older.ts';
import { reach } from './goal.ts';
import { isPlain, plainRequest } from './plain.ts';
import type { Random } from './random.ts';
import type { Request } from './request.ts';
import { projects, spared } from './spare.ts';
import { readRoutes } from './route.ts';
import { type FuzzReport, run } from './run.ts';
import { readSorts } from './sort.ts';
import type { Target } from './target.ts';
import { validRequest } from './valid.ts';
import { wired } from './wire.ts';
import { openWorld, type World } from './world.ts';

export interface FuzzOptions {
  readonly requests: number;
  readonly seed: number;
  readonly lanes?: number;
  /** Makes requests of another sort, for a part of them. */
  readonly special?: { readonly share: number; readonly make: (random: Random, world: World) => Request };
}

const GOOD = 0.4;

const noPostgres = 'there is no PostgreSQL server behind it here; `postgres-user.test.ts` has one';
const exceptions: readonly Exception[] = [
  { route: /\/postgres\w+\/(?:\{name\}\/(?:drift|actions\/\w+)|import)$/, never: 'success', reason: noPostgres },
  {
    route: /\/kafkas\/\{name\}\/cancel$/,
    never: 'success',
    reason: 'a kafka is ready as soon as it is declared, so that there is nothing to cancel',
  },
];

export async function fuzz(
  { product, routes: file, stalls }: Target,
  { requests, seed, lanes = 24, special }: FuzzOptions,
): Promise<FuzzReport> {
  await defineKinds(product);
  for (const project of projects)
    await call(product, '/api/v1/namespaces', { body: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: project } } });
  const [sorts, kinds, routes] = [await readSorts(product), await readOlderKinds(product), await readRoutes(product, file)];
  const plain = routes.filter(isPlain);
  const world = openWorld(projects);
  const { host } = new URL(product.url);

  const good = (random: Random): Request => {
    const share = random.next();
    if (share < 0.15) return olderRequest({ kinds, world, random });
    return share < 0.22 ? plainRequest(plain, sorts, random) : validRequest({ sorts, world, random });
  };
  const make = (random: Random): Request => {
    if (special && random.chance(special.share)) return special.make(random, world);
    const request = spared(good(random));
    if (random.chance(GOOD)) return request;
    return random.chance(0.1) ? wired(request, host, random) : spared(mutated(request, world, random));
  };
  const coverage = openCoverage(routes, exceptions);
  let serial = 0;
  const next = (): number => (serial += 1);
  const ready = (path: string): Promise<void> => untilReady(product, path);
  return run({
    requests,
    seed,
    lanes,
    make,
    subject: product,
    stalls,
    judge: openJudge(sorts),
    coverage,
    ...(!special && {
      reach: (gap, send, random) =>
        reach(gap, { sorts, kinds, world, random, next, send: (request) => send(spared(request)), ready, has: coverage.has }),
    }),
    learn: world.learn,
    command: 'npm run fuzz --',
  });
}

const READY_MS = 3_000;

/** Some never are; then the request goes its way without. */
async function untilReady(product: Product, path: string): Promise<void> {
  const isReady = async (): Promise<boolean> => {
    const { body } = await call(product, path);
    const conditions = (body.status?.conditions ?? []) as unknown as readonly { readonly type: string; readonly status: string }[];
    return conditions.some(({ type, status }) => type === 'Ready' && status === 'True');
  };
  await until(isReady, { timeoutMs: READY_MS }).catch(() => undefined);
}
