/**
 * Resources whose truth lies in another service. Each has a row here that follows what the service says: it gives the resource its
 * life, its version and its place in the feed, so that lists, watches and dependencies work as for any other. The row is never the truth:
 * every read asks the service first (or the cache in front of it) and brings the row up to date.
 */
import type { Accessor, Held, Locator, Served } from '@ectropy/sdk';
import type { Resource } from '../core/resource.ts';
import { formatUrn, type Identity, identityProblems, type Urn } from '../core/urn.ts';
import { around } from '../hub/access/around.ts';
import type { Projects } from '../hub/access/hydrate.ts';
import type { Caller } from './app.ts';
import { asking } from './asking.ts';
import type { Deps } from './deps.ts';
import { mirrored } from './held-form.ts';
import { record, rowOf } from './record.ts';

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
