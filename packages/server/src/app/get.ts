import { ProblemError } from '@ectropy/sdk';
import { notFound } from '../core/propose.ts';
import type { Resource } from '../core/resource.ts';
import { parseUrn, type Urn } from '../core/urn.ts';
import type { Caller } from './app.ts';
import { demand, isSharedWithCaller, seenBy } from './authorise.ts';
import type { Deps, Verb } from './deps.ts';
import { accessorOf, getThrough, statusThrough } from './through.ts';

/** Reads only. What is shared with the caller may be read as it is now; its past and its log stay with its owner. */
export const get = (urn: Urn, caller: Caller, deps: Deps): Promise<Resource> => seen(urn, caller, deps, read);

/** The same, with what the service that holds it says about it now. */
export const status = (urn: Urn, caller: Caller, deps: Deps): Promise<Resource> => seen(urn, caller, deps, readStatus);

type Read = (urn: Urn, caller: Caller, deps: Deps) => Promise<Resource>;

async function seen(urn: Urn, caller: Caller, deps: Deps, look: Read): Promise<Resource> {
  const { project = '', kind = '' } = parseUrn(urn) ?? {};
  const denied = deps.authorise(caller, 'get', { urn, project, kind });
  if (!denied) return look(urn, caller, deps);
  const found = caller.projects?.length ? await look(urn, caller, deps).catch(absent) : undefined;
  if (found && isSharedWithCaller(found, caller)) return seenBy(found, caller);
  throw new ProblemError(denied); // L11: the same, whether it exists or not
}

function absent(error: unknown): undefined {
  if (error instanceof ProblemError && error.problem.code === 'not_found') return undefined;
  throw error;
}

/** For whoever is to do more than look at it. */
export async function getFor(verb: Verb, urn: Urn, caller: Caller, deps: Deps): Promise<Resource> {
  const { project = '', kind = '' } = parseUrn(urn) ?? {};
  demand(deps.authorise, caller, verb, { urn, project, kind });
  return read(urn, caller, deps);
}

/** Where another service holds the resource, it is asked (or the cache in front of it). */
async function read(urn: Urn, caller: Caller, deps: Deps): Promise<Resource> {
  const accessor = accessorOf(parseUrn(urn)?.kind ?? '', deps);
  if (accessor) return getThrough(urn, accessor, caller, deps);
  const found = (await deps.store.load([urn])).resources.get(urn);
  if (!found) throw new ProblemError(notFound(urn));
  return found;
}

function readStatus(urn: Urn, caller: Caller, deps: Deps): Promise<Resource> {
  const accessor = accessorOf(parseUrn(urn)?.kind ?? '', deps);
  return accessor ? statusThrough(urn, accessor, caller, deps) : read(urn, caller, deps);
}
