/** Between what a service holds and the row that follows it here. Pure: clock and ids are arguments. */
import type { Held, Json, JsonObject } from '@ectropy/sdk';
import { same } from '../core/diff.ts';
import type { Admitted, Resource, Version } from '../core/resource.ts';
import { formatUrn, type Identity } from '../core/urn.ts';
import { lineageKey, readLineage, withLineage, withoutLineage } from '../hub/access/lineage-form.ts';
import { readSharing, writeSharing } from '../hub/access/sharing-form.ts';
import { withoutDeleted } from '../hub/access/sharing.ts';
import type { Deps } from './deps.ts';

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
  if (row?.state.status === 'ready' && same(contentOf(next), contentOf(row))) return row;
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
