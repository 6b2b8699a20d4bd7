import { ProblemError } from '@ectropy/sdk';
import type { Verb } from './memo.ts';
import type { Operation } from './object.ts';
import { request, type Scene } from './scene.ts';
import type { CommonSpec } from './spec.ts';

/** More failures than this of one step are told, and not tried any further. */
const MOST = 16;

/**
 * After an operation has failed. The same change is sent again under a key that belongs to the failure, and the failure is told as
 * a problem: when the engine tries the step again, it finds the new attempt under that key, and starts one more if that has failed too.
 * Answers with the attempt that succeeded, or with nothing when things have changed so that somebody has to look.
 */
export async function restart<Spec extends CommonSpec>(
  scene: Scene<Spec>,
  verb: Verb,
  id: string,
  failed: Operation,
  key: string,
): Promise<Operation | undefined> {
  let last = failed;
  for (let attempt = 0; attempt < MOST; attempt += 1) {
    const base = `${key}.${last.id}`;
    if (verb === 'create') await clear(scene, last, base);
    const sent = await request(scene, verb, id, base);
    if (!sent.ok && (sent.code === 'not_found' || sent.code === 'key_reused')) return undefined;
    if (!sent.ok) throw new ProblemError(sent.problem);
    if (sent.operation.state === 'succeeded') return sent.operation;
    if (sent.operation.state === 'running') break;
    last = sent.operation;
  }
  throw failure(scene, verb, last);
}

/** What a failed create leaves behind has the name, and only a delete helps. */
async function clear<Spec extends CommonSpec>(scene: Scene<Spec>, failed: Operation, base: string): Promise<void> {
  const key = `${base}.discard`;
  const sent = await request(scene, 'discard', failed.objectId, key);
  if (!sent.ok && sent.code === 'not_found') return;
  if (!sent.ok) throw new ProblemError(sent.problem);
  if (sent.operation.state === 'running') throw failure(scene, 'create', failed);
  if (sent.operation.state === 'failed') await restart(scene, 'discard', failed.objectId, sent.operation, key);
}

const verbs = {
  create: 'create',
  update: 'change',
  reboot: 'reboot',
  discard: 'delete',
  remove: 'delete',
} as const satisfies Record<Verb, string>;

const failure = <Spec extends CommonSpec>({ shape: { noun } }: Scene<Spec>, verb: Verb, { message }: Operation): ProblemError =>
  new ProblemError({
    code: 'unavailable',
    message: `the cloud could not ${verbs[verb]} the ${noun}: ${message.slice(0, 500)}`,
    hint: 'a new attempt is made each time that this is tried again',
  });
