import { ProblemError } from '@ectropy/sdk';
import { notFound } from '../core/propose.ts';
import type { Resource } from '../core/resource.ts';
import { parseUrn, type Urn } from '../core/urn.ts';
import type { Caller } from './app.ts';
import { demand } from './authorise.ts';
import type { Deps, Verb } from './deps.ts';
import { accessorOf, getThrough } from './through.ts';

/** Reads only. Where another service holds the resource, it is asked (or the cache in front of it). */
export async function get(urn: Urn, caller: Caller, deps: Deps, verb: Verb = 'get'): Promise<Resource> {
  const { project = '', kind = '' } = parseUrn(urn) ?? {};
  demand(deps.authorise, caller, verb, { urn, project, kind });
  const accessor = accessorOf(kind, deps);
  if (accessor) return getThrough(urn, accessor, caller, deps);
  const found = (await deps.store.load([urn])).resources.get(urn);
  if (!found) throw new ProblemError(notFound(urn));
  return found;
}
