import type { Resource, Version } from '../../core/resource.ts';
import type { Urn } from '../../core/urn.ts';
import type { Group, Outcome, Refusal, Revision, Sealed, Write } from '../port.ts';
import { type Lane, type Statement, Unwritable } from './connect.ts';
import { answerOf, type Remembered } from './read.ts';
import { writeFor } from './write.ts';

/** Takes the clock until the commit: whoever comes later sees everything that this transaction wrote. */
const tick = 'update clock set version = version + $1, graph = graph + $2 returning version - $1 as base';

/** Of these, what has been written and not refused. Behind the writes, so that a wake-up also reaches what the same batch has put. */
const written = `from change where version > (select version - $2 from clock) and urn = any($1)`;

const hasten = `update schedule set due_at = least(due_at, statement_timestamp()), woken = true`;

/** Who depends on what was put, and what the dropped ones depended on, is due now if it has a turn to come; what they owned, in any case. */
const wakes = {
  dependents: `${hasten} where due_at is not null and urn = any(array(select urn from edge where target = any(array(select urn ${written}))))`,
  dependencies: `${hasten} where due_at is not null and urn = any(array(select d.value from (select doc ${written}) w cross join json_each_text(w.doc->'dependencies') d))`,
  belongings: `${hasten}, orphaned = true where urn = any(array(select urn from owner where owner_uid = any(array(select doc->>'uid' ${written}))))`,
};

interface TroubleRow {
  readonly grp: number;
  readonly type: Refusal['type'] | 'replayed';
  readonly urn: Urn | null;
  readonly other: Urn | null;
  readonly answer: Remembered | null;
}

export async function commitBatch(lane: Lane, groups: readonly Group[]): Promise<readonly Outcome[]> {
  const writes = groups.flatMap((group, grp) => group.writes.map((item) => ({ item, grp })));
  const statements = statementsFor(writes, groups);
  const [ticked, troubled] = await lane.transact(statements);
  const base = BigInt(String(ticked?.[0]?.base));
  const versions = new Map(writes.map(({ item }, i) => [item, String(base + BigInt(i + 1)) as Version]));
  const troubles = Map.groupBy((troubled ?? []) as TroubleRow[], ({ grp }) => grp);
  return groups.map((group, grp) => outcomeOf(group, troubles.get(grp)?.[0], versions));
}

interface Placed {
  readonly item: Write;
  readonly grp: number;
}

/** A module may have answered with what is no JSON at all. */
function statementsFor(writes: readonly Placed[], groups: readonly Group[]): readonly Statement[] {
  const relinks = groups.filter(({ graph }) => graph !== undefined).length;
  const items = writes.map(({ item }) => item);
  const guards = new Guards();
  try {
    const rows = writes.map(({ item, grp }, i) => encode(item, grp, i + 1, guards));
    const values = [
      rows,
      groups.map((group, grp) => encodeGroup(group, grp, relinks)),
      writes.length,
      ...(guards.all.length > 0 ? [guards.all] : []),
    ];
    return [
      { name: 'tick', text: tick, values: [writes.length, relinks] },
      { ...writeFor(items, groups), values: values.map((value) => JSON.stringify(value)) },
      ...wakeStatements(items),
    ];
  } catch (error) {
    throw new Unwritable('it cannot be written as JSON', { cause: error });
  }
}

function outcomeOf(group: Group, trouble: TroubleRow | undefined, versions: ReadonlyMap<Write, Version>): Outcome {
  if (!trouble)
    return {
      type: 'committed',
      resources: group.writes.map((item) => ({ ...item.resource, version: versions.get(item) ?? item.resource.version })),
    };
  if (trouble.type === 'replayed') return { type: 'replayed', resources: trouble.answer ? answerOf(trouble.answer) : [] };
  return { type: 'refused', refusal: refusalOf(trouble) };
}

function refusalOf({ type, urn, other }: TroubleRow): Refusal {
  const at = urn ?? ('' as Urn);
  if (type === 'unlinked') return { type, urn: at, missing: other ?? at };
  if (type === 'in-use') return { type, urn: at, by: other ?? at };
  return type === 'misused-key' ? { type } : { type: type === 'fenced' ? 'fenced' : 'moved', urn: at };
}

const number = (version: Version | 'absent'): string | null => (version === 'absent' ? null : version);

const encodeGroup = ({ idempotency, graph }: Group, grp: number, relinks: number): Record<string, unknown> => ({
  grp,
  key: idempotency?.key ?? null,
  fingerprint: idempotency?.fingerprint ?? null,
  graph: graph ?? null,
  relinks,
  unchanged: idempotency?.unchanged ?? null,
});

/** What many writes of a batch rest on, such as their project, is looked up once. */
class Guards {
  readonly #ids = new Map<string, number>();
  readonly all: { readonly id: number; readonly urn: Urn; readonly version: string | null }[] = [];

  idOf({ urn, version }: NonNullable<Write['guards']>[number]): number {
    const key = `${urn} ${version}`;
    const known = this.#ids.get(key) ?? this.all.length;
    if (known < this.all.length) return known;
    this.#ids.set(key, known);
    this.all.push({ id: known, urn, version: number(version) });
    return known;
  }
}

function encode(item: Write, grp: number, ord: number, pins: Guards): Record<string, unknown> {
  const { resource, lease, expected, guards, events } = item;
  const { version: _, born: __, ...doc } = resource;
  const { urn, uid, kind, project, labels, state, dependencies } = resource;
  const common = {
    ord,
    grp,
    op: item.op,
    urn,
    uid,
    kind,
    project,
    status: state.status,
    labels,
    expected: number(expected),
    owner: lease?.owner ?? null,
    token: lease?.token ?? null,
    leaving: item.op === 'drop' || resource.deletionRequestedAt !== undefined,
    doc,
  };
  const checks = { guards: guards?.map((guard) => pins.idOf(guard)) ?? null, events: events ?? null };
  const before = item.was ? { was: item.was } : {};
  if (item.op === 'drop') return { ...common, ...checks, ...before };
  return {
    ...common,
    ...checks,
    evict: item.evict ?? false,
    due_ms: item.due?.inMs ?? null,
    priority: item.due?.priority ?? 2,
    ...(item.revise !== undefined && { revise: item.revise, revision: resource.revision, declared: declaredBy(resource) }),
    relink: item.relink ?? false,
    edges: item.relink ? dependencies : null,
    ...before,
    ...(item.reown && { owners: [...new Set((resource.owners ?? []).map(({ uid: owner }) => owner))] }),
    ...extrasOf(resource),
  };
}

/** A revision's document. Built here: taking it out of the stored one would read that anew for every part. */
const declaredBy = (resource: Resource & Sealed): Omit<Revision, 'urn' | 'number' | 'reason'> => {
  const { spec, labels, annotations, dependencies, generation, updatedAt, updatedBy, shape, artifacts, sharedWith, sealed } = resource;
  return {
    spec,
    labels,
    annotations,
    dependencies,
    generation,
    createdAt: updatedAt,
    createdBy: updatedBy,
    ...(shape !== undefined && { shape }),
    ...(artifacts && { artifacts }),
    ...(sharedWith && { sharedWith }),
    ...(sealed && { sealed }),
  };
};

/** What few resources have stands in columns that are null for all others. */
function extrasOf({ sharedWith, artifacts }: Resource): Record<string, unknown> {
  if (sharedWith === undefined && artifacts === undefined) return {};
  const digests = [...new Set(Object.values(artifacts ?? {}).map(({ digest }) => digest))];
  return { shared: nonEmpty(sharedWith ?? []), digests: nonEmpty(digests) };
}

const nonEmpty = (items: readonly string[]): readonly string[] | null => (items.length > 0 ? items : null);

function wakeStatements(all: readonly Write[]): readonly Statement[] {
  const wakers = all.filter((one) => one.wakes);
  const drops = wakers.filter(({ op }) => op === 'drop');
  const urns = {
    dependents: wakers.filter(({ op }) => op === 'put'),
    dependencies: drops.filter(({ resource }) => Object.keys(resource.dependencies).length > 0),
    belongings: drops,
  } satisfies Record<keyof typeof wakes, readonly Write[]>;
  return (Object.keys(wakes) as (keyof typeof wakes)[])
    .filter((which) => urns[which].length > 0)
    .map((which) => ({
      name: `wake-${which}`,
      text: wakes[which],
      values: [urns[which].map(({ resource }) => resource.urn), all.length],
    }));
}
