/** Requests to the older door as a good client of it sends them: every route, every kind, modules, logs and watches. */
import { isObject, type Json, type JsonObject } from '@ectropy/sdk';
import { call, type Wire } from '../product.ts';
import type { Random } from './random.ts';
import type { Request } from './request.ts';
import { valueFor } from './value.ts';
import type { World } from './world.ts';

const ROOT = '/api/v1beta1';
const json = { 'content-type': 'application/json', 'user-id': 'fuzz' };

/** A kind as the older door names it. */
export interface OlderKind {
  readonly name: string;
  readonly schema: JsonObject;
  readonly examples: readonly Json[];
  readonly actions: readonly string[];
}

export async function readOlderKinds(server: { readonly url: string }): Promise<readonly OlderKind[]> {
  const { body } = await call(server, '/apis/core.ectropy.dev/v1/kinds');
  const items = body.items as unknown as readonly { readonly metadata: { readonly name: string }; readonly spec: JsonObject }[];
  return items.map(({ metadata, spec }) => ({
    name: metadata.name,
    schema: ((spec.versions as readonly JsonObject[])[0]?.schema ?? {}) as JsonObject,
    examples: (spec.examples ?? []) as readonly Json[],
    actions: isObject(spec.actions) ? Object.keys(spec.actions) : [],
  }));
}

interface Scene {
  readonly kinds: readonly OlderKind[];
  readonly world: World;
  readonly random: Random;
}

const configsOf = ({ schema, examples }: OlderKind, random: Random): Json =>
  examples.length > 0 && random.chance(0.5) ? random.pick(examples) : valueFor(schema, schema, random);

export const olderUrn = (kind: string, project: string, name: string): string => `orn:entropy:${kind}:${project}:${name}`;

/** One that was seen, or one that may be there. */
const urnOf = ({ kinds, world, random }: Scene): string =>
  (random.chance(0.7) && world.urn(random)) || olderUrn(random.pick(kinds).name, random.pick(world.projects), `n${random.below(12)}`);

const moduleUrnOf = ({ kinds, world, random }: Scene): string => olderUrn('module', random.pick(world.projects), random.pick(kinds).name);

const headersFor = (random: Random): Readonly<Record<string, string>> => ({
  ...json,
  ...(random.chance(0.1) && { 'idempotency-key': `older-${random.below(50)}` }),
  ...(random.chance(0.05) && { 'if-match': random.pick(['"1"', '*', '5']) }),
});

const write = (method: string, path: string, body: Json, random: Random): Request => ({
  method,
  path: `${ROOT}${path}`,
  headers: headersFor(random),
  body: JSON.stringify(body),
});
const read = (path: string, random: Random, more: Partial<Request> = {}): Request => ({
  method: random.chance(0.15) ? 'HEAD' : 'GET',
  path: `${ROOT}${path}`,
  headers: { ...json, accept: random.pick(['*/*', 'application/json']) },
  ...more,
});

const filters = ['project=fuzz-a', 'kind=file', 'labels[team]=a', 'label_selector=team%20in%20(a,b)', 'label_selector=!old'];
const pages = ['status=STATUS_COMPLETED&status=STATUS_ERROR', 'with_spec_configs=true', 'page_size=3', 'page_size=2&page_num=2'];
const query = (random: Random, from: readonly string[]): string => {
  const chosen = from.filter(() => random.chance(0.3));
  return chosen.length > 0 ? `?${chosen.join('&')}` : '';
};
const dryRun = (random: Random): string => (random.chance(0.2) ? '?dry_run=true' : '');

const labels = (random: Random): JsonObject => ({ team: random.pick(['a', 'b', '']) });

const dependencies = (random: Random): Json =>
  random.pick<Json>([[], {}, [{ key: 'network', value: 'n1' }], { on: { name: 'n2' } }, [{ key: 'a', value: 'orn:entropy:file:n1' }]]);

const requests: readonly ((scene: Scene) => Request)[] = [
  ({ random }) => read(`/resources${query(random, [...filters, ...pages])}`, random),
  (scene) => read(`/resources/${urnOf(scene)}`, scene.random),
  createResource,
  createResource,
  (scene) =>
    write(
      'PATCH',
      `/resources/${urnOf(scene)}`,
      {
        labels: labels(scene.random),
        ...(scene.random.chance(0.6) && { new_spec: { configs: configsOf(scene.random.pick(scene.kinds), scene.random) } }),
      },
      scene.random,
    ),
  (scene) => ({ method: 'DELETE', path: `${ROOT}/resources/${urnOf(scene)}`, headers: headersFor(scene.random) }),
  (scene) => write('POST', `/resources/${urnOf(scene)}/actions/${actionOf(scene)}${dryRun(scene.random)}`, {}, scene.random),
  (scene) => write('POST', `/resources/${urnOf(scene)}/execute`, { action: actionOf(scene), params: {} }, scene.random),
  (scene) => ({
    ...read(`/resources/${urnOf(scene)}/logs${query(scene.random, ['filter[pod]=a'])}`, scene.random, { leaveAfterMs: 400 }),
    method: 'GET',
  }),
  (scene) => read(`/resources/${urnOf(scene)}/revisions`, scene.random),
  ({ random, world }) => ({
    ...read(`/watch${query(random, [...filters, `since=${world.version(random)}`])}`, random, {
      leaveAfterMs: random.pick([20, 100, 300]),
    }),
    method: 'GET',
  }),
  ({ random }) => read(`/modules${query(random, ['project=fuzz-a'])}`, random),
  (scene) => read(`/modules/${moduleUrnOf(scene)}`, scene.random),
  (scene) =>
    write(
      'POST',
      '/modules',
      {
        name: scene.random.pick(scene.kinds).name,
        project: scene.random.pick(scene.world.projects),
        configs: scene.random.pick<Json>([{}, { a: 1 }]),
      },
      scene.random,
    ),
  (scene) => write('PATCH', `/modules/${moduleUrnOf(scene)}`, { configs: scene.random.pick<Json>([{}, { b: [1] }]) }, scene.random),
  (scene) => ({ method: 'DELETE', path: `${ROOT}/modules/${moduleUrnOf(scene)}`, headers: headersFor(scene.random) }),
  ({ random }) => ({ method: 'POST', path: '/api/v1/version', headers: json, body: random.pick(['{}', '{"client":{"version":"1"}}', '']) }),
];

function createResource(scene: Scene): Request {
  const { kinds, world, random } = scene;
  const kind = random.pick(kinds);
  const body = {
    kind: kind.name,
    name: `o${random.below(12)}`,
    project: random.pick(world.projects),
    labels: labels(random),
    spec: { configs: configsOf(kind, random), ...(random.chance(0.2) && { dependencies: dependencies(random) }) },
  };
  return write('POST', `/resources${dryRun(random)}`, body, random);
}

function actionOf({ kinds, random }: Scene): string {
  const known = kinds.flatMap(({ actions }) => actions);
  return known.length > 0 && random.chance(0.8) ? random.pick(known) : 'restart';
}

export const olderRequest = (scene: Scene): Request => scene.random.pick(requests)(scene);

/** The resource in an answer of the older door, or all of a list. */
export const urnsIn = (body: Wire): readonly string[] =>
  [body.resource, ...(Array.isArray(body.resources) ? (body.resources as readonly Wire[]) : [])].flatMap((one) =>
    typeof one?.urn === 'string' ? [one.urn as string] : [],
  );
