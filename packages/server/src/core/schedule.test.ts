import { expect, test } from 'vitest';
import { aResource, failed, pending, ready } from '../testing/builders.ts';
import { dueOf } from './schedule.ts';
import { annotated, NOW } from './testing/scene.ts';

test.each([
  ['an edit is due at once, before all else', pending({ dueAt: NOW }), {}, { inMs: 0, priority: 0 }],
  ['a step waits for its time', pending({ dueAt: NOW + 7, urgency: 'run' }), {}, { inMs: 7, priority: 1 }],
  ['what is overdue is due now', pending({ dueAt: NOW - 7 }), {}, { inMs: 0, priority: 0 }],
  ['a look comes last', ready({ recheckAt: NOW + 9 }), {}, { inMs: 9, priority: 2 }],
  ['what cannot be looked at waits for nothing', ready(), {}, undefined],
  ['a failure waits for a person', failed(), {}, undefined],
  ['what is gone waits for nothing', { status: 'gone' }, {}, undefined],
  ['a paused edit waits for a person', pending({ dueAt: NOW }), { management: 'paused' }, undefined],
  ['a paused resource is not looked at', ready({ recheckAt: NOW }), { management: 'paused' }, undefined],
  ['what is only observed is looked at', ready({ recheckAt: NOW }), { management: 'observe' }, { inMs: 0, priority: 2 }],
] as const)('%s (R15)', (_, state, policies, due) => {
  expect(dueOf(aResource({ state, annotations: annotated(policies) }), NOW)).toEqual(due);
});
