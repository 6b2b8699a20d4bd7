/** The way to a route that chance has not found: what has to be there first, and then the request. */
import type { JsonObject } from '@ectropy/sdk';
import type { Gap, Outcome } from './coverage.ts';
import { belowRequest } from './below.ts';
import { type OlderKind, olderUrn } from './older.ts';
import type { Random } from './random.ts';
import type { Request } from './request.ts';
import type { Route } from './route.ts';
import { apiVersionOf, rootOf, type Sort } from './sort.ts';
import { STOCK } from './stock.ts';
import type { World } from './world.ts';

export interface Stage {
  readonly sorts: readonly Sort[];
  readonly kinds: readonly OlderKind[];
  readonly world: World;
  readonly random: Random;
  /** A number that was not given before. */
  next(): number;
  /** Sends it as any other, and waits for the answer. */
  send(request: Request): Promise<void>;
  /** Until the resource at the path is ready, or it has taken too long. */
  ready(path: string): Promise<void>;
  has(route: Route, outcome: Outcome): boolean;
}

const json = { 'content-type': 'application/json', accept: 'application/json' };
const PROJECT = 'fuzz-a';
const TRIES = 3;

export async function reach(gap: Gap, stage: Stage): Promise<void> {
  for (const outcome of gap.lacks)
    for (let i = 0; i < TRIES && !stage.has(gap, outcome); i += 1) {
      if (outcome === 'success') await succeed(gap, stage);
      else for (const request of refusals(gap)) if (!stage.has(gap, 'refusal')) await stage.send(request);
    }
}

const filled = (pattern: string, words: Readonly<Record<string, string>>): string =>
  pattern.replace(/\{(\w+)\}/g, (_, word: string) => words[word] ?? 'nothing');

/** Nobody is there, the body is broken, the question makes no sense, the caller has too long a name, or is another site's page. */
function refusals({ method, pattern }: Route): readonly Request[] {
  const path = filled(pattern, { namespace: PROJECT, name: 'nobody', version: 'v0', group: 'nowhere' });
  const hasBody = ['POST', 'PUT', 'PATCH'].includes(method);
  const plain: Request = { method, path, headers: json, leaveAfterMs: 3_000, ...(hasBody && { body: '{' }) };
  return [
    plain,
    { ...plain, path: `${path}?limit=x&labelSelector=((&since=x&page_size=x` },
    { ...plain, headers: { ...json, 'user-id': 'x'.repeat(1_000) } },
    { ...plain, headers: { ...json, host: 'evil.example' } },
  ];
}

async function succeed(gap: Gap, stage: Stage): Promise<void> {
  if (gap.pattern.startsWith('/api/v1beta1')) return olderGoal(gap, stage);
  const sort = stage.sorts.find((each) => gap.pattern.startsWith(`${rootOf(each)}/`) && gap.pattern.split('/').includes(each.plural));
  if (!sort)
    return stage.send({
      method: gap.method,
      path: filled(gap.pattern, { version: 'v1', group: 'core.ectropy.dev', plural: 'files' }),
      headers: json,
    });
  await nativeGoal(gap, sort, stage);
}

async function nativeGoal({ method, pattern }: Gap, sort: Sort, stage: Stage): Promise<void> {
  const name = goalName(sort, stage.next());
  const collection = `${rootOf(sort)}${sort.namespaced ? `/namespaces/${PROJECT}` : ''}/${sort.plural}`;
  const place = { collection, object: `${collection}/${name}`, name, project: PROJECT };
  const below = pattern
    .split('/')
    .slice(collection.split('/').length + (pattern.includes('/{name}') ? 1 : 0))
    .join('/');
  const subresource = sort.subresources.find((each) => each.name === below.replace('{item}', '{name}'));
  for (const need of needsOf(sort, stage.sorts)) await stage.send(apply(need, STOCK));
  if (!sort.verbs.includes('patch') && sort.verbs.includes('list') && pattern.endsWith('/{name}') && method === 'GET')
    return knownGoal(collection, stage);
  if (sort.kind === 'Plan' && (method !== 'GET' || pattern.includes('/{name}'))) return planGoal(method, below, collection, stage);
  const document = documentOf(sort, name, below === 'cancel' || method === 'PUT' ? { 'ectropy.dev/management': 'paused' } : undefined);
  if (below !== 'import' && (below !== '' || method !== 'POST')) await stage.send(apply(sort, name, document));
  if (/^(?:actions\/|drift|logs)/.test(below)) await stage.ready(place.object);
  const verb = { GET: 'get', POST: 'create', PUT: 'update', PATCH: 'patch', DELETE: 'delete' }[method] ?? 'get';
  if (!subresource) return ownGoal(method, pattern, place, document, stage);
  if (below.startsWith('artifacts/')) await stage.send(belowRequest(sort, { ...subresource, verbs: ['update'] }, place, stage.random));
  if (below === 'import' && sort.kind === 'CloudServer') await leftNetwork(subresource, stage);
  const request = belowRequest(sort, { ...subresource, verbs: [verb] }, place, stage.random);
  await stage.send(
    below === 'rollback' ? { ...request, body: '{"revision":1}' } : below === 'import' ? { ...request, body: found(sort, name) } : request,
  );
}

/** The thing itself, or its collection. */
async function ownGoal(
  method: string,
  pattern: string,
  place: { readonly collection: string; readonly object: string },
  document: JsonObject,
  { send, world }: Stage,
): Promise<void> {
  const isObject = pattern.endsWith('/{name}');
  if (isObject && method === 'PUT') await send({ method: 'GET', path: place.object, headers: json });
  const path = isObject ? place.object : pattern.includes('{namespace}') ? place.collection : pattern;
  const body = method === 'PUT' ? (world.object(place.object) ?? document) : document;
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  await send({
    method,
    path: method === 'DELETE' && !isObject ? `${path}?labelSelector=none=such` : path,
    headers: { ...json, 'content-type': type },
    ...(['POST', 'PUT', 'PATCH'].includes(method) && {
      body: JSON.stringify(method === 'PATCH' ? { metadata: { labels: { goal: 'x' } } } : body),
    }),
  });
}

/** A server is taken over together with what it stands in. */
async function leftNetwork(below: Sort['subresources'][number], { sorts, send, random }: Stage): Promise<void> {
  const sort = sorts.find(({ kind }) => kind === 'CloudNetwork');
  if (!sort) return;
  const collection = `${rootOf(sort)}/namespaces/${PROJECT}/${sort.plural}`;
  const place = { collection, object: `${collection}/left`, name: 'left', project: PROJECT };
  await send({ ...belowRequest(sort, { ...below, verbs: ['create'] }, place, random), body: found(sort, 'left') });
}

/** Nobody declares these: one of those that are there. */
async function knownGoal(collection: string, { send, world, random }: Stage): Promise<void> {
  await send({ method: 'GET', path: `${collection}?limit=3`, headers: json });
  await send({ method: 'GET', path: `${collection}/${world.name(collection, random) ?? 'none'}`, headers: json });
}

async function planGoal(method: string, below: string, collection: string, { send, world, random, sorts }: Stage): Promise<void> {
  const file = sorts.find(({ kind }) => kind === 'File');
  if (!file) return;
  const documents = [documentOf(file, `planned-${random.below(1_000)}`)];
  await send({ method: 'POST', path: collection, headers: json, body: JSON.stringify({ spec: { documents } }) });
  const name = world.name(collection, random);
  if (name !== undefined && below === 'apply')
    await send({ method: 'POST', path: `${collection}/${name}/apply`, headers: json, body: '{}' });
  else
    await send({
      method,
      path: method === 'POST' ? collection : `${collection}/${name ?? 'none'}`,
      headers: json,
      ...(method === 'POST' && { body: JSON.stringify({ spec: { documents } }) }),
    });
}

async function olderGoal({ method, pattern }: Gap, { send, ready, sorts }: Stage): Promise<void> {
  const server = sorts.find(({ kind }) => kind === 'CloudServer');
  if (!server) return;
  for (const need of needsOf(server, sorts)) await send(apply(need, STOCK));
  await send(apply(server, STOCK));
  await ready(`${rootOf(server)}/namespaces/${PROJECT}/${server.plural}/${STOCK}`);
  const path = filled(pattern, { urn: olderUrn('cloud_server', PROJECT, STOCK), action: 'reboot' });
  await send({
    method,
    path,
    headers: { ...json, 'user-id': 'goal' },
    leaveAfterMs: 3_000,
    ...(method !== 'GET' && { body: pattern.endsWith('/execute') ? '{"action":"reboot"}' : '{}' }),
  });
}

/** Definitions are named after what they define. */
const goalName = ({ kind, plural }: Sort, serial: number): string =>
  kind === 'KindDefinition'
    ? `goals${serial}.fuzz`
    : kind === 'CustomResourceDefinition'
      ? `aims${serial}.fuzz.example.com`
      : `goal-${plural}-${serial}`;

const documentOf = (sort: Sort, name: string, annotations?: JsonObject): JsonObject => ({
  apiVersion: apiVersionOf(sort),
  kind: sort.kind,
  metadata: { name, ...(sort.namespaced && { namespace: PROJECT }), ...(annotations && { annotations }) },
  spec: sort.sample(name),
});

const apply = (sort: Sort, name: string, document = documentOf(sort, name)): Request => ({
  method: 'PATCH',
  path: `${rootOf(sort)}${sort.namespaced ? `/namespaces/${PROJECT}` : ''}/${sort.plural}/${name}?fieldManager=goal&force=true`,
  headers: { ...json, 'content-type': 'application/apply-patch+yaml' },
  body: JSON.stringify(document),
});

const found = ({ kind }: Sort, name: string): string =>
  JSON.stringify({
    name: kind === 'CloudNetwork' ? 'left' : `${name}-left`,
    reference: kind === 'File' ? 'left.txt' : 'left',
    ...(kind === 'CloudServer' && { dependencies: { network: { name: 'left' } } }),
  });

/** What a kind of the cloud or of PostgreSQL needs comes before it, in the order in which it is needed. */
const needsOf = ({ group }: Sort, sorts: readonly Sort[]): readonly Sort[] =>
  ['CloudNetwork', 'CloudServer', 'PostgresServer', 'PostgresRole'].flatMap((kind) =>
    sorts.filter((sort) => sort.kind === kind && sort.group === group),
  );
