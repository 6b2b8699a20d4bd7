/**
 * Resources whose truth lies in another service. Each has a row here that follows what the service says: it gives the resource its
 * life, its version and its place in the feed, so that lists, watches and dependencies work as for any other. The row is never the truth:
 * every read asks the service first (or the cache in front of it) and brings the row up to date.
 */
import type { Accessor, Held, Json, JsonObject, Locator, Served } from '@ectropy/sdk';
import { same } from '../core/diff.ts';
import type { Admitted, Resource, Version } from '../core/resource.ts';
import { formatUrn, type Identity, identityProblems, type Urn } from '../core/urn.ts';
import { lineageKey, readLineage, withLineage, withoutLineage } from '../hub/access/lineage-form.ts';
import { around } from '../hub/access/around.ts';
import type { Projects } from '../hub/access/hydrate.ts';
import { withoutDeleted } from '../hub/access/sharing.ts';
import { readSharing, writeSharing } from '../hub/access/sharing-form.ts';
import type { Write } from '../store/port.ts';
import type { Caller } from './app.ts';
import { asking } from './asking.ts';
import type { Deps } from './deps.ts';
import { matters } from './gather.ts';
import { wasBefore } from './was.ts';

/** What the service holds, as what is declared here. Sharing is a part of the spec on the other side. */
function admittedOf(held: Held, keys: readonly string[]): Pick<Admitted, 'labels' | 'annotations' | 'spec' | 'sharedWith' | 'lineage'> {
  const { sharing, ...spec } = held.spec;
  const { sharedWith } = readSharing(withoutDeleted(sharing), held.project, ['spec', 'sharing']);
  const lineage = readLineage(held.annotations, keys);
  return {
    labels: held.labels,
    annotations: withoutLineage(held.annotations, keys),
    spec,
    ...(sharedWith?.length && { sharedWith }),
    ...(lineage !== undefined && { lineage }),
  };
}

const lineageKeys = ({ kinds: { scheme } }: Pick<Deps, 'kinds'>): readonly string[] => scheme.suffixes.map(lineageKey);

export const heldOf = (
  { project, name }: Identity,
  { labels, annotations, spec, sharedWith, lineage }: Admitted,
  deps: Pick<Deps, 'kinds'>,
): Held => ({
  project,
  name,
  labels,
  annotations: withLineage(annotations, lineageKeys(deps), lineage),
  spec: { ...(spec as JsonObject), ...(sharedWith?.length && { sharing: writeSharing(sharedWith) }) },
});

/** What is kept here beside what the service says, and who asked for it. */
export interface Beside extends Pick<Admitted, 'managed' | 'owners'> {
  readonly by: string;
}

/** The row that says what the service says; the very same one when it says so already. What is not given of what is kept here stays. */
export function mirrored(
  row: Resource | undefined,
  kind: string,
  held: Held,
  { by, ...beside }: Beside,
  deps: Pick<Deps, 'now' | 'newId' | 'kinds'>,
): Resource {
  const { project, name } = held;
  const declared = admittedOf(held, lineageKeys(deps));
  const before = row ?? blank({ kind, project, name }, by, deps);
  const { sharedWith: _, lineage: __, managed: former, owners: formerOwners, ...rest } = before;
  const { managed = former, owners = formerOwners } = beside;
  const kept = { ...(managed?.length && { managed }), ...(owners?.length && { owners }) };
  const next: Resource = { ...rest, ...declared, ...kept, state: { status: 'ready', output: held.status ?? null, attempt: 0 } };
  if (row && row.state.status !== 'gone' && same(contentOf(next), contentOf(row))) return row;
  const generation = before.generation + (row && !same(row.spec, declared.spec) ? 1 : 0);
  return {
    ...next,
    generation,
    observedGeneration: generation,
    revision: before.revision + (row ? 1 : 0),
    updatedAt: deps.now(),
    updatedBy: by,
  };
}

const contentOf = ({ labels, annotations, spec, sharedWith = [], managed = [], owners = [], lineage = '', state }: Resource): Json => ({
  labels,
  annotations,
  spec,
  sharedWith,
  managed,
  owners,
  lineage,
  output: state.status === 'gone' ? null : state.output,
});

function blank(identity: Identity, by: string, { now, newId }: Pick<Deps, 'now' | 'newId'>): Resource {
  const at = now();
  return {
    ...identity,
    urn: formatUrn(identity),
    uid: newId(),
    revision: 1,
    generation: 1,
    observedGeneration: 1,
    move: 0,
    version: '0' as Version,
    createdAt: at,
    createdBy: by,
    updatedAt: at,
    updatedBy: by,
    labels: {},
    annotations: {},
    spec: {},
    dependencies: {},
    state: { status: 'ready', output: null, attempt: 0 },
    conditions: [],
    corrections: {},
  };
}

/** A row as it was read before the service was asked, and as the service says it should be. */
export interface Reflection {
  readonly row: Resource | undefined;
  readonly next: Resource | undefined;
}

/**
 * Brings rows up to date. A row that somebody else has written since it was read is left alone: it was read before the service was asked,
 * so what they wrote may be newer than what we heard, and is not older.
 */
export async function record(changes: readonly Reflection[], deps: Deps): Promise<readonly Resource[]> {
  const writes = changes.flatMap((change) => writeOf(change, deps));
  if (writes.length === 0) return changes.flatMap(({ next }) => next ?? []);
  const outcome = await deps.store.commit({ writes });
  if (outcome.type !== 'refused') {
    const written = new Map(outcome.resources.map((resource) => [resource.urn, resource]));
    return changes.flatMap(({ next }) => (next ? [written.get(next.urn) ?? next] : []));
  }
  if (changes.length > 1) return (await Promise.all(changes.map((change) => record([change], deps)))).flat();
  const { resources } = await deps.store.load(changes.flatMap(({ row, next }) => (next ?? row)?.urn ?? []));
  return changes.flatMap(({ next }) => (next && resources.get(next.urn)) ?? []);
}

export function writeOf({ row, next }: Reflection, { kinds }: Pick<Deps, 'kinds'>): readonly Write[] {
  if (!next) return row ? [{ op: 'drop', resource: { ...row, state: { status: 'gone' } }, expected: row.version, wakes: true }] : [];
  if (next === row) return [];
  const { kind } = kinds.get(next.kind, next.project);
  const expected = row?.version ?? ('absent' as const);
  return [
    {
      op: 'put',
      resource: next,
      expected,
      due: undefined,
      revise: row ? 'seen' : 'found',
      wakes: matters(row, next),
      ...(!same(row?.owners ?? [], next.owners ?? []) && { reown: true }),
      ...wasBefore(row, next, kind),
    },
  ];
}

export const rowOf = async (urn: Urn, { store }: Pick<Deps, 'store'>): Promise<Resource | undefined> =>
  (await store.load([urn])).resources.get(urn);

/** One resource as the service has it now; `undefined`: it has none. */
export async function reflect(
  identity: Identity & { readonly urn: Urn },
  accessor: Accessor,
  caller: Caller,
  deps: Deps,
): Promise<Resource | undefined> {
  const row = await rowOf(identity.urn, deps);
  const held = await asking(caller, deps, (context) => accessor.get(identity, context));
  const next = held && mirrored(row, identity.kind, held, { by: NOBODY }, deps);
  const [resource] = await record([{ row, next }], deps);
  return resource;
}

/** Who changes something in the service is not known here. */
const NOBODY = '';

const BATCH = 500;

/** All of a kind, or of a kind in a project: what the service has and we had not seen appears, what it has no more goes. */
export async function reflectAll(kind: string, project: string | undefined, accessor: Accessor, caller: Caller, deps: Deps): Promise<void> {
  const rows = await rowsOf(kind, project, deps);
  const held = await asking(caller, deps, (context) => accessor.list(project === undefined ? {} : { project }, context));
  const found = new Map(
    held.filter((each) => isAddressable(kind, each)).map((each) => [formatUrn({ kind, project: each.project, name: each.name }), each]),
  );
  const changes = [...new Set([...rows.keys(), ...found.keys()])].flatMap((urn) => {
    const row = rows.get(urn);
    const each = found.get(urn);
    const next = each && mirrored(row, kind, each, { by: NOBODY }, deps);
    return next === row ? [] : [{ row, next }];
  });
  for (let at = 0; at < changes.length; at += BATCH) await record(changes.slice(at, at + BATCH), deps);
}

/** What lies in a project that nobody knows here has no address. */
const isAddressable = (kind: string, { project, name }: Held): boolean => identityProblems({ kind, project, name }).length === 0;

async function rowsOf(kind: string, project: string | undefined, { store }: Deps): Promise<ReadonlyMap<Urn, Resource>> {
  const rows = new Map<Urn, Resource>();
  let after: Urn | undefined;
  for (;;) {
    const page = await store.list({ kind, ...(project !== undefined && { project }), limit: 1_000, ...(after !== undefined && { after }) });
    for (const resource of page.resources) rows.set(resource.urn, resource);
    after = page.resources.at(-1)?.urn;
    if (!page.more || after === undefined) return rows;
  }
}

/** The same accessor, whose notifications are told on after whoever listens has dealt with them. */
export const tapped = ({ kind, accessor }: Served, heard: (kind: string, at: Locator | undefined) => void): Served => ({
  kind,
  accessor: accessor.notifications ? around(accessor, { notifications: tap(accessor, kind.name, heard) }) : accessor,
});

const tap = (target: Accessor, kind: string, heard: (kind: string, at: Locator | undefined) => void) =>
  async function* (options: { readonly signal: AbortSignal }): AsyncGenerator<Locator | undefined> {
    for await (const at of target.notifications?.(options) ?? []) {
      yield at;
      heard(kind, at);
    }
  };

/** What a service tells of, by the id of the project: the row follows at once. Trouble is left to the next read. */
export async function reflectNews(
  kind: string,
  at: Locator | undefined,
  projects: Projects,
  accessor: Accessor,
  deps: Deps,
): Promise<void> {
  const caller = { actor: 'ectropy' };
  if (!at) return reflectAll(kind, undefined, accessor, caller, deps);
  const project = (await projects.byId([at.project])).get(at.project)?.name;
  const identity = { kind, project: project ?? '', name: at.name };
  if (identityProblems(identity).length === 0) await reflect({ ...identity, urn: formatUrn(identity) }, accessor, caller, deps);
}
