/** What goes with a resource (R33): what lives in a project, the resources of a kind, what an owner owns. */
import { ProblemError } from '@ectropy/sdk';
import { FOREGROUND, type Resource } from '../core/resource.ts';
import { formatUrn, NO_PROJECT, type Urn } from '../core/urn.ts';
import { DEFINITION, PROJECT } from '../hub/builtin.ts';
import type { Query } from '../store/port.ts';
import type { Deps } from './deps.ts';
import { remove } from './remove.ts';
import { reflectAll } from './mirror.ts';
import { accessorOf } from './through.ts';

type Around = Pick<Deps, 'store' | 'kinds'>;

const NAMED = 10;
const PAGE = 200;

const isForeground = ({ finalizers = [] }: Resource): boolean => finalizers.includes(FOREGROUND);

/** What must be gone before the resource itself may go: the first of them. */
export async function belongingsOf(resource: Resource, deps: Around): Promise<readonly Resource[]> {
  const home = homeOf(resource, deps);
  if (home) return (await deps.store.list({ ...home, limit: NAMED })).resources;
  if (!isForeground(resource)) return [];
  const owned = await ownedBy(resource, deps);
  const blocking = owned.filter(({ owners = [] }) => owners.some(({ uid, blocks }) => uid === resource.uid && blocks));
  const above = blocking.length > 0 ? await livesAbove(resource, deps) : new Set();
  return blocking.filter(({ uid }) => !above.has(uid)).slice(0, NAMED); // those who own each other wait for nobody: nothing would ever go
}

/** Where all that belongs to it is found, for a project and for the definition of a kind. */
function homeOf(resource: Resource, { kinds }: Around): Pick<Query, 'project' | 'kind'> | undefined {
  if (resource.kind === PROJECT) return { project: resource.name };
  const kind = resource.kind === DEFINITION ? kinds.definedBy(resource) : undefined;
  return kind === undefined ? undefined : { kind };
}

const ownedBy = async ({ uid }: Resource, { store }: Around): Promise<readonly Resource[]> => [
  ...(await store.load(await store.owned([uid]))).resources.values(),
];

/** Asks for the deletion of all that belongs to what is on its way out, where it was asked to take that along. */
export async function dismissBelongings(resource: Resource, deps: Deps): Promise<void> {
  if (resource.kind !== PROJECT && !isForeground(resource)) return;
  const home = homeOf(resource, deps);
  if (!home) return dismissAll(await ownedBy(resource, deps), deps);
  if (resource.kind === PROJECT) await reflectProject(resource.name, deps); // what nobody has asked for yet belongs to it too
  const staying = { ...home, fields: [{ path: ['deletionRequestedAt'], op: 'is', value: '' }], limit: PAGE } as const;
  let after: Urn | undefined;
  for (;;) {
    const { resources, more } = await deps.store.list({ ...staying, ...(after !== undefined && { after }) });
    await dismiss(resources, deps);
    after = resources.at(-1)?.urn;
    if (!more || after === undefined) return;
  }
}

async function reflectProject(project: string, deps: Deps): Promise<void> {
  for (const { kind, backend } of deps.kinds.registered) {
    const accessor = backend === 'accessor' ? accessorOf(kind.name, deps) : undefined;
    if (accessor) await reflectAll(kind.name, project, accessor, { actor: 'ectropy' }, deps);
  }
}

async function dismissAll(belongings: readonly Resource[], deps: Deps): Promise<void> {
  for (let at = 0; at < belongings.length; at += PAGE) await dismiss(belongings.slice(at, at + PAGE), deps);
}

/** Asks for the deletion of all that can go now; what others still stand on follows when they are gone. */
export async function dismiss(belongings: readonly Resource[], deps: Deps): Promise<void> {
  const staying = belongings.filter(({ deletionRequestedAt }) => deletionRequestedAt === undefined);
  const elsewhere = staying.filter(({ kind }) => accessorOf(kind, deps)).map(({ urn }) => urn);
  const here = staying.map(({ urn }) => urn).filter((urn) => !elsewhere.includes(urn));
  const going = await goingTogether(here, deps);
  const left = (await failureOf(going, deps)) === undefined ? [] : going;
  const failures: unknown[] = [];
  for (const urn of [...left, ...elsewhere]) failures.push(await failureOf([urn], deps)); // one that cannot go holds up no other
  const fault = failures.find((failure) => failure !== undefined && !(failure instanceof ProblemError));
  if (fault !== undefined) throw fault;
}

/** Those that nobody stands on who stays. */
async function goingTogether(urns: readonly Urn[], { store }: Deps): Promise<readonly Urn[]> {
  const going = new Set(urns);
  const edges = urns.length > 0 ? await store.dependents(urns) : [];
  const { resources: users } = await store.load([...new Set(edges.map(({ from }) => from))]);
  const staying = edges.filter(({ from }) => users.has(from) && users.get(from)?.deletionRequestedAt === undefined);
  for (;;) {
    const held = staying.filter(({ from, to }) => going.has(to) && !going.has(from));
    if (held.length === 0) return [...going];
    for (const { to } of held) going.delete(to);
  }
}

/** What is in the way of a deletion, if anything: that is seen again at the next turn. */
async function failureOf(urns: readonly Urn[], deps: Deps): Promise<unknown> {
  if (urns.length === 0) return undefined;
  const requests = urns.map((urn) => ({ urn }));
  return remove(requests, { actor: 'ectropy' }, {}, deps).then(
    () => undefined,
    (error: unknown) => error ?? new Error('the deletion failed'),
  );
}

/** It has owners, and the life of every one of them is over. An owner of a kind that nobody knows or keeps here counts as alive. */
export async function isAbandoned(resource: Resource, deps: Around): Promise<boolean> {
  const { owners = [] } = resource;
  if (owners.length === 0) return false;
  const places = placesOf(resource, deps);
  if (places.length < owners.length) return false;
  const { resources } = await deps.store.load(places.map(({ urn }) => urn));
  return places.every(({ urn, uid }) => resources.get(urn)?.uid !== uid);
}

/** Where its owners are, as far as they are kept here. */
const placesOf = ({ owners = [], project }: Resource, { kinds }: Around): readonly { readonly urn: Urn; readonly uid: string }[] =>
  owners.flatMap(({ apiVersion, kind, name, uid }) => {
    const known = kinds.byApi(apiVersion, kind);
    if (!known || known.backend === 'accessor') return [];
    const home = known.kind.scope === 'cluster' ? NO_PROJECT : project;
    return [{ uid, urn: formatUrn({ kind: known.kind.name, project: home, name }) }];
  });

const MAX_ABOVE = 1_000;

/** Its owners, theirs, and so on. */
async function livesAbove(resource: Resource, deps: Around): Promise<ReadonlySet<string>> {
  const lives = new Set<string>();
  let level: readonly Resource[] = [resource];
  while (level.length > 0 && lives.size < MAX_ABOVE) {
    const places = level.flatMap((one) => placesOf(one, deps)).filter(({ uid }) => !lives.has(uid));
    const { resources } = await deps.store.load([...new Set(places.map(({ urn }) => urn))]);
    for (const { uid } of places) lives.add(uid);
    level = [...resources.values()].filter(({ uid }) => places.some((place) => place.uid === uid));
  }
  return lives;
}
