import { ProblemError } from '@ectropy/sdk';
import { locate } from './locate.ts';
import { again, type CloudStep, later, type Scene } from './scene.ts';
import type { CommonSpec } from './spec.ts';
import { demandLinks, isAsDeclared, isAsFixed } from './wanted.ts';

/** What is there, and what has to come next. Sends nothing. */
export async function look<Spec extends CommonSpec>(
  { cloud, shape, subject }: Scene<Spec>,
  { id: known, renew }: { readonly id?: string; readonly renew?: true },
): Promise<CloudStep> {
  demandLinks(shape, subject);
  const object = await locate(cloud, subject, known);
  if (!object) return again({ todo: 'create' });
  const { id, state } = object;
  if (state !== 'ready' && state !== 'error')
    return later({ todo: 'look', id, ...(renew && { renew }) }, `waiting: the ${shape.noun} is ${state}`);
  if (state === 'error' || (renew && !isAsFixed(shape, object, subject))) return again({ todo: 'discard', id });
  const obstacle = shape.obstacle?.(object, subject);
  if (obstacle) throw new ProblemError(obstacle);
  return isAsDeclared(shape, object, subject) ? { type: 'done', output: shape.output(object) } : again({ todo: 'update', id });
}
