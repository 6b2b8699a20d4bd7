import type { FieldProblem } from '../refusal.ts';
import { look } from '../world/look.ts';
import { type Collection, type Fields, references, singular } from '../world/model.ts';
import { type World, existing } from '../world/world.ts';

/** What is referred to must be there to stay: not on its way out, and not broken. */
export function referenceProblems(world: World, collection: Collection, values: Fields, now: number): readonly FieldProblem[] {
  const reference = references[collection];
  const id = reference && values[reference.field];
  if (!reference || typeof id !== 'string') return [];
  const { field, to } = reference;
  const thing = existing(world, to, id, now);
  const state = thing && look(thing, now)?.state;
  if (!thing) return [{ field, message: `${field} refers to the ${singular[to]} ${JSON.stringify(id.slice(0, 64))}, which is not there.` }];
  if (state === 'deleting') return [{ field, message: `${field} refers to the ${singular[to]} ${thing.name}, which is being deleted.` }];
  if (state === 'error') return [{ field, message: `${field} refers to the ${singular[to]} ${thing.name}, which is in state error.` }];
  return [];
}
