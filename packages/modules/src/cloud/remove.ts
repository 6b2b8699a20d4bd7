import { ProblemError } from '@ectropy/sdk';
import { locate } from './locate.ts';
import { again, type CloudStep, later, request, type Scene } from './scene.ts';
import type { CommonSpec } from './spec.ts';

/** Deletes by id; without one, what Ectropy made under the name. What somebody else made stays. */
export async function remove<Spec extends CommonSpec>(scene: Scene<Spec>, id: string | undefined): Promise<CloudStep> {
  if (id === undefined) {
    const left = await locate(scene.cloud, scene.subject, undefined);
    return left ? again({ todo: 'remove', id: left.id }) : { type: 'gone' };
  }
  const sent = await request(scene, 'remove', id);
  if (sent.ok) return again({ todo: 'wait', verb: 'remove', id, operation: sent.operation.id });
  if (sent.code === 'not_found') return again({ todo: 'remove' }); // The answer to a later create may have been lost: its thing goes too.
  if (sent.code === 'busy') return later({ todo: 'remove', id }, `waiting: another operation on the ${scene.shape.noun} is under way`);
  throw new ProblemError(sent.problem);
}
