import { ProblemError } from '@ectropy/sdk';
import { notFound } from '../core/propose.ts';
import type { Resource } from '../core/resource.ts';
import { parseUrn, type Urn } from '../core/urn.ts';
import type { Caller } from './app.ts';
import { demand } from './authorise.ts';
import type { Deps, Verb } from './deps.ts';

/** Reads only: nothing outside is asked, nothing is written. */
export async function get(urn: Urn, caller: Caller, { store, authorise }: Deps, verb: Verb = 'get'): Promise<Resource> {
  const { project = '', kind = '' } = parseUrn(urn) ?? {};
  demand(authorise, caller, verb, { urn, project, kind });
  const found = (await store.load([urn])).resources.get(urn);
  if (!found) throw new ProblemError(notFound(urn));
  return found;
}
