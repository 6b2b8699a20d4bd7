import { ProblemError } from '@ectropy/sdk';
import { locate } from './locate.ts';
import { nameOf } from './name.ts';
import type { Refusal } from './refusal.ts';
import { again, type CloudStep, later, request, type Scene } from './scene.ts';
import type { CommonSpec } from './spec.ts';
import { demandLinks } from './wanted.ts';

type Change = 'create' | 'update' | 'reboot' | 'discard';

/** Sends one change without looking first: asked for twice, the key gives the same answer and no second effect. */
export async function send<Spec extends CommonSpec>(scene: Scene<Spec>, verb: Change, id = ''): Promise<CloudStep> {
  demandLinks(scene.shape, scene.subject);
  const sent = await request(scene, verb, id);
  if (!sent.ok) return refused(scene, verb, id, sent);
  const { objectId, id: operation } = sent.operation;
  return again({ todo: 'wait', verb, id: objectId, operation });
}

async function refused<Spec extends CommonSpec>(scene: Scene<Spec>, verb: Change, id: string, refusal: Refusal): Promise<CloudStep> {
  const { code, problem } = refusal;
  const memo = verb === 'create' ? ({ todo: 'create' } as const) : ({ todo: 'look', id } as const);
  if (code === 'exists' && verb === 'create') return meet(scene);
  if (code === 'not_found' && verb !== 'create') return again(memo);
  if (code === 'key_reused') return again(memo); // A dependency's id has changed between two attempts: the next step has a key of its own.
  if (code === 'busy' && verb !== 'create')
    return later({ todo: verb, id }, `waiting: another operation on the ${scene.shape.noun} is under way`);
  throw new ProblemError(problem);
}

/** The name is taken: by an earlier attempt of our own, which is brought to what is declared, or by somebody else's thing, which is left alone. */
async function meet<Spec extends CommonSpec>({ cloud, subject, shape }: Scene<Spec>): Promise<CloudStep> {
  const own = await locate(cloud, subject, undefined);
  if (own) return again({ todo: 'look', id: own.id, renew: true });
  const name = nameOf(subject, subject.spec);
  throw new ProblemError({
    code: 'exists',
    path: ['spec', 'name'],
    message: `the cloud has a ${shape.noun} named ${JSON.stringify(name)} already, which was not made for this resource`,
    hint: 'give another spec.name, or delete this resource and take over what is there with `ectropy import`',
  });
}
