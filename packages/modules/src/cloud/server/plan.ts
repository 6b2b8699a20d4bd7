import { type Intent, refuse, type Subject } from '@ectropy/sdk';
import { nameOf } from '../name.ts';
import { type CloudPlan, type Planning, planWith } from '../plan.ts';
import { idOf } from '../spec.ts';
import type { ServerSpec } from './spec.ts';

const planning: Planning<ServerSpec> = {
  noun: 'server',
  fixed: ['image'],
  link: { key: 'network', movable: false },
  unknown: ['id', 'address'],
  words: ({ size, image, power }) => [size, image, ...(power === 'off' ? ['switched off'] : [])].join(', '),
};

export const plan = (subject: Subject<ServerSpec>, intent: Intent<ServerSpec>): CloudPlan<ServerSpec> =>
  intent.type === 'act' && intent.action === 'reboot' ? reboot(subject) : planWith(planning, subject, intent);

function reboot(subject: Subject<ServerSpec>): CloudPlan<ServerSpec> {
  const { spec } = subject;
  const id = idOf(subject);
  if (id === undefined)
    return refuse({ code: 'conflict', message: 'there is no server yet that could be rebooted', hint: 'wait until it is ready' });
  if (spec.power === 'off')
    return refuse({
      code: 'invalid',
      path: ['spec', 'power'],
      message: 'is off: there is nothing to reboot',
      hint: 'set it to on instead',
    });
  return { type: 'change', spec, memo: { todo: 'reboot', id }, summary: [`reboot server ${nameOf(subject, spec)}`] };
}
