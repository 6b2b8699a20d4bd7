/**
 * Kinds whose resources another service holds: who serves them, and reading. `apply-through` and `remove-through` write.
 * Nothing is planned here and no worker is woken: the service does the work.
 */
import { type Accessor, ProblemError } from '@ectropy/sdk';
import { notFound } from '../core/propose.ts';
import type { Resource } from '../core/resource.ts';
import { parseUrn, type Urn } from '../core/urn.ts';
import type { Caller } from './app.ts';
import { asking } from './asking.ts';
import type { Deps } from './deps.ts';
import { reflect } from './mirror.ts';

/** The accessor of a kind, if it has one. */
export function accessorOf(kind: string, { access, kinds }: Pick<Deps, 'access' | 'kinds'>): Accessor | undefined {
  const found = access?.find(kind);
  if (found) return found;
  const registered = kinds.find(kind);
  return registered?.accessor === undefined ? undefined : access?.serving(registered.kind, registered.accessor);
}

/** The kinds that the accessor of this one serves, each with what stands before it. */
export const accessorsBehind = (kind: string, around: Pick<Deps, 'access' | 'kinds'>): readonly (readonly [string, Accessor])[] =>
  [kind, ...around.kinds.registered.filter(({ accessor }) => accessor === kind).map(({ kind: { name } }) => name)].flatMap((name) => {
    const accessor = accessorOf(name, around);
    return accessor ? [[name, accessor] as const] : [];
  });

export async function getThrough(urn: Urn, accessor: Accessor, caller: Caller, deps: Deps): Promise<Resource> {
  const identity = parseUrn(urn);
  const found = identity && (await reflect(identity, accessor, caller, deps));
  if (!found) throw new ProblemError(notFound(urn));
  return found;
}

/** What the service says about it now, never what anybody remembers. */
export async function statusThrough(urn: Urn, accessor: Accessor, caller: Caller, deps: Deps): Promise<Resource> {
  const resource = await getThrough(urn, accessor, caller, deps);
  const status = await asking(
    caller,
    deps,
    (context) => accessor.status?.(resource, context) ?? accessor.get(resource, context).then((held) => held?.status ?? {}),
  );
  if (!status) throw new ProblemError(notFound(urn));
  return { ...resource, state: { status: 'ready', output: status, attempt: 0 } };
}
