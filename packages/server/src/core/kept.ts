/** What is kept beside the declaration and can change without a new revision: finalizers, owners, field managers, lineage. */
import { type Json, ProblemError } from '@ectropy/sdk';
import { advance, withConditions } from './advance.ts';
import type { Moment } from './decide.ts';
import { same } from './diff.ts';
import { type Admitted, type Declared, holdersOf, type Resource } from './resource.ts';

const keptOf = ({ finalizers = [], owners = [], managed = [], lineage = '' }: Admitted): Json => ({ finalizers, owners, managed, lineage });

export const isRekept = (current: Resource, declared: Admitted): boolean => !same(keptOf(declared), keptOf(current));

/** The resource with this declaration and no trace of the one before. */
export function redeclared(current: Resource, declared: Admitted): Resource {
  const { finalizers: _, owners: __, artifacts: ___, sharedWith: ____, shape: _____, managed: ______, lineage: _______, ...rest } = current;
  return { ...rest, ...declared };
}

/** Where nobody has to be waited for any more, a deletion goes on at once (R32). */
export function settleKept(current: Resource, edited: Resource, moment: Moment): Resource {
  const freed = current.deletionRequestedAt !== undefined && holdersOf(current).length > 0 && holdersOf(edited).length === 0;
  return freed ? advance(edited, { type: 'nudged' }, moment) : withConditions(edited, moment.now);
}

/** R32: who is not waited for when the deletion begins is not waited for at all. */
export function refuseNewFinalizers(current: Resource, { finalizers = [] }: Declared): void {
  const added = finalizers.filter((finalizer) => !current.finalizers?.includes(finalizer));
  if (current.deletionRequestedAt === undefined || added.length === 0) return;
  throw new ProblemError({
    code: 'invalid',
    path: ['finalizers'],
    message: `no new finalizers can be added while it is being deleted (${added.join(', ')})`,
    hint: 'set finalizers before the deletion is asked for',
  });
}
