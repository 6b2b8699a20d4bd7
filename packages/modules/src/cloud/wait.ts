import { look } from './look.ts';
import type { CloudMemo, Verb } from './memo.ts';
import type { Operation } from './object.ts';
import { restart } from './restart.ts';
import { again, type CloudStep, later, type Scene } from './scene.ts';
import type { CommonSpec } from './spec.ts';

const doing = {
  create: 'creating',
  update: 'changing',
  reboot: 'rebooting',
  discard: 'deleting what cannot be changed',
  remove: 'deleting',
} as const satisfies Record<Verb, string>;

type Waiting = Extract<CloudMemo, { todo: 'wait' }>;

/** How far an operation has come, and what follows once it has ended. One that the cloud does not know any more has ended. */
export async function wait<Spec extends CommonSpec>(scene: Scene<Spec>, memo: Waiting, key: string): Promise<CloudStep> {
  const { verb, id } = memo;
  const operation = await scene.cloud.operation(memo.operation);
  if (operation?.state === 'running') return later(memo, `${doing[verb]}, ${percent(operation)} %`);
  const ended = operation?.state === 'failed' ? await restart(scene, verb, id, operation, key) : operation;
  if (verb === 'remove') return { type: 'gone' };
  return verb === 'discard' ? again({ todo: 'create' }) : look(scene, { id: ended?.objectId ?? id });
}

const percent = ({ progress }: Operation): number => Math.round(Math.min(100, Math.max(0, progress)));
