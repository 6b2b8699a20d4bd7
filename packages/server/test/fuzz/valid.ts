/** Requests as a good client sends them: every verb of every sort, with objects that the published schema describes. */
import type { Json, JsonObject } from '@ectropy/sdk';
import type { Random } from './random.ts';
import type { Request } from './request.ts';
import { apiVersionOf, rootOf, type Sort } from './sort.ts';
import { belowRequest } from './below.ts';
import { valueFor } from './value.ts';
import type { World } from './world.ts';

const json = { 'content-type': 'application/json', accept: 'application/json' };

export interface Scene {
  readonly sorts: readonly Sort[];
  readonly world: World;
  readonly random: Random;
}

export function validRequest({ sorts, world, random }: Scene): Request {
  const sort = random.pick(sorts);
  const below = random.chance(0.35) && sort.subresources.length > 0 ? random.pick(sort.subresources) : undefined;
  const place = placeOf(sort, world, random);
  if (below) return belowRequest(sort, below, place, random);
  return requests[verbFor(sort, random)]?.(sort, place, world, random) ?? { method: 'GET', path: place.collection, headers: json };
}

/** More comes than goes, so that there is something to ask for. */
const oftener = ['create', 'create', 'create', 'patch', 'update', 'get'];

const verbFor = ({ verbs }: Sort, random: Random): keyof typeof requests =>
  random.pick([...verbs, ...oftener.filter((verb) => verbs.includes(verb))]) as keyof typeof requests;

export interface Place {
  readonly collection: string;
  readonly object: string;
  readonly name: string;
  readonly project: string;
}

/** Definitions of kinds are named after their kind, and few, so that what is served stays small. */
const nameOf = ({ kind }: Sort, random: Random): string =>
  kind === 'KindDefinition'
    ? `widgets${random.below(4)}.fuzz`
    : kind === 'CustomResourceDefinition'
      ? `gadgets${random.below(4)}.fuzz.example.com`
      : `n${random.below(12)}`;

function placeOf(sort: Sort, world: World, random: Random): Place {
  const project = random.pick(world.projects);
  const name = sort.kind === 'Namespace' || sort.kind === 'Project' ? random.pick(['fuzz-c', 'fuzz-d']) : nameOf(sort, random);
  const collection = `${rootOf(sort)}${sort.namespaced && (random.chance(0.9) || name === '') ? `/namespaces/${project}` : ''}/${sort.plural}`;
  const home = sort.namespaced ? `${rootOf(sort)}/namespaces/${project}/${sort.plural}` : collection;
  const known = random.chance(0.75) ? world.name(home, random) : undefined;
  return { collection, object: `${home}/${known ?? name}`, name: known ?? name, project };
}

export function documentFor(sort: Sort, { name, project }: Pick<Place, 'name' | 'project'>, random: Random): JsonObject {
  const whole = valueFor(sort.schema, sort.document, random) as JsonObject;
  const { status: _, metadata: __, ...rest } = typeof whole === 'object' && whole !== null ? whole : {};
  const metadata = {
    name,
    ...(sort.namespaced && { namespace: project }),
    ...(random.chance(0.6) && { labels: { team: random.pick(['a', 'b']), n: String(random.below(5)) } }),
    ...(random.chance(0.2) && { annotations: { 'example.com/note': 'n'.repeat(random.below(200)) } }),
    ...(random.chance(0.05) && { finalizers: ['example.com/hold'] }),
  };
  const spec = random.chance(0.4) ? { spec: sort.sample(name) } : {};
  return { ...rest, ...spec, apiVersion: apiVersionOf(sort), kind: sort.kind, metadata };
}

const accepts = [
  'application/json',
  'application/yaml',
  '*/*',
  'application/json;as=Table;v=v1;g=meta.k8s.io,application/json',
  'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io,application/json',
  'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io,application/json',
  'application/vnd.kubernetes.protobuf,application/json',
];

type Make = (sort: Sort, place: Place, world: World, random: Random) => Request;

const queryOf = (pairs: Readonly<Record<string, string | undefined>>): string => {
  const text = Object.entries(pairs).flatMap(([key, value]) => (value === undefined ? [] : [`${key}=${encodeURIComponent(value)}`]));
  return text.length > 0 ? `?${text.join('&')}` : '';
};

const listQuery = (world: World, random: Random): Readonly<Record<string, string | undefined>> => ({
  limit: random.chance(0.5) ? String(random.pick([1, 2, 7, 500])) : undefined,
  labelSelector: random.chance(0.3)
    ? random.pick(['team=a', 'team!=a', 'team in (a,b)', 'team', '!team', 'n notin (1,2),team=b'])
    : undefined,
  fieldSelector: random.chance(0.2) ? random.pick(['metadata.name=n1', 'metadata.name!=n1', 'metadata.namespace=fuzz-a']) : undefined,
  resourceVersion: random.chance(0.2) ? world.version(random) : undefined,
  continue: random.chance(0.1) ? world.token(random) : undefined,
  shared: random.chance(0.1) ? 'true' : undefined,
});

const writeQuery = (random: Random): Readonly<Record<string, string | undefined>> => ({
  dryRun: random.chance(0.15) ? 'All' : undefined,
  fieldManager: random.chance(0.5) ? random.pick(['one', 'two']) : undefined,
  fieldValidation: random.pick([undefined, 'Strict', 'Warn', 'Ignore']),
});

const patches: readonly Make[] = [
  (_sort, { object }, _world, random) => ({
    method: 'PATCH',
    path: object + queryOf(writeQuery(random)),
    headers: { ...json, 'content-type': 'application/json-patch+json' },
    body: JSON.stringify([
      {
        op: random.pick(['add', 'replace', 'test', 'remove']),
        path: random.pick(['/metadata/labels/team', '/metadata/annotations', '/spec', '/spec/size']),
        value: random.pick<Json>(['a', {}, 3]),
      },
    ]),
  }),
  (sort, place, _world, random) => ({
    method: 'PATCH',
    path: place.object + queryOf(writeQuery(random)),
    headers: {
      ...json,
      'content-type': random.pick([
        'application/merge-patch+json',
        'application/merge-patch+json',
        'application/strategic-merge-patch+json',
      ]),
    },
    body: JSON.stringify(
      random.chance(0.5) ? { metadata: { labels: { team: random.pick<Json>(['a', 'b', null]) } } } : documentFor(sort, place, random),
    ),
  }),
  (sort, place, _world, random) => ({
    method: 'PATCH',
    path:
      place.object +
      queryOf({
        ...writeQuery(random),
        fieldManager: random.pick(['one', 'two', 'three']),
        force: random.chance(0.5) ? 'true' : undefined,
      }),
    headers: { ...json, 'content-type': 'application/apply-patch+yaml' },
    body: JSON.stringify(documentFor(sort, place, random)),
  }),
];

const requests = {
  get: (_sort, { object }, _world, random) => ({ method: 'GET', path: object, headers: { accept: random.pick(accepts) } }),
  list: (_sort, { collection }, world, random) => ({
    method: 'GET',
    path: collection + queryOf(listQuery(world, random)),
    headers: { accept: random.pick(accepts) },
  }),
  watch: (_sort, { collection }, world, random) => ({
    method: 'GET',
    path:
      collection +
      queryOf({
        ...listQuery(world, random),
        limit: undefined,
        continue: undefined,
        watch: '1',
        timeoutSeconds: '1',
        allowWatchBookmarks: random.chance(0.5) ? 'true' : undefined,
      }),
    headers: { accept: random.pick(accepts) },
    leaveAfterMs: random.pick([0, 5, 50, 200]),
  }),
  create: (sort, place, _world, random) => ({
    method: 'POST',
    path: place.collection + queryOf(writeQuery(random)),
    headers: json,
    body: JSON.stringify(documentFor(sort, place, random)),
  }),
  update: (sort, place, world, random) => ({
    method: 'PUT',
    path: place.object + queryOf(writeQuery(random)),
    headers: json,
    body: JSON.stringify({
      ...world.object(place.object),
      ...(random.chance(0.5) && { spec: documentFor(sort, place, random).spec ?? {} }),
    }),
  }),
  patch: (sort, place, world, random) => random.pick(patches)(sort, place, world, random),
  delete: (_sort, { object }, world, random) => ({
    method: 'DELETE',
    path: object + queryOf({ propagationPolicy: random.pick([undefined, 'Background', 'Foreground', 'Orphan']) }),
    headers: json,
    ...(random.chance(0.3) && {
      body: JSON.stringify({ kind: 'DeleteOptions', apiVersion: 'v1', preconditions: { uid: world.uid(random) } }),
    }),
  }),
  deletecollection: (_sort, { collection }, _world, random) => ({
    method: 'DELETE',
    path: collection + queryOf({ labelSelector: `team=a,n=${random.below(5)}` }),
    headers: json,
  }),
} as const satisfies Record<string, Make>;
