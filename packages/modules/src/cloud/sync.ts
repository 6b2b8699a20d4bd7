import type { Host, Subject } from '@ectropy/sdk';
import { type CloudSettings, openCloud } from './client.ts';
import { look } from './look.ts';
import type { CloudMemo } from './memo.ts';
import { remove } from './remove.ts';
import type { CloudStep } from './scene.ts';
import { send } from './send.ts';
import type { Shape } from './shape.ts';
import type { CommonSpec } from './spec.ts';
import { wait } from './wait.ts';

/** One step: a look that decides, or one change sent, or a look at how far a change has come. */
export async function sync<Spec extends CommonSpec>(
  settings: CloudSettings,
  shape: Shape<Spec>,
  subject: Subject<Spec>,
  memo: CloudMemo,
  host: Host,
): Promise<CloudStep> {
  const scene = { cloud: openCloud(settings, shape, subject, host), shape, subject };
  switch (memo.todo) {
    case 'look':
      return look(scene, memo);
    case 'create':
      return send(scene, 'create');
    case 'update':
    case 'reboot':
    case 'discard':
      return send(scene, memo.todo, memo.id);
    case 'remove':
      return remove(scene, memo.id);
    case 'wait':
      return wait(scene, memo, host.key);
  }
}
