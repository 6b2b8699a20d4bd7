import type { Module, Plan, Subject } from '@ectropy/sdk';
import { expect, test } from 'vitest';
import { ask, askChange } from './ask.ts';

const moduleOf = (plan: unknown): Module => ({ kind: { name: 'box' }, plan: () => plan as Plan }) as unknown as Module;
const subject = {} as Subject;

test.each([undefined, null, {}, [], 5, 'change', { type: 'done' }, { type: 'constructor' }, new Map()])(
  'an answer that is no plan is a fault of the module, and settles nothing: %j',
  (plan) => {
    expect(() => ask(moduleOf(plan), subject, { type: 'delete' })).toThrow("the module of kind 'box' answered delete with no plan");
    expect(() => askChange(moduleOf(plan), subject, { type: 'update', spec: {} })).toThrow('answered update with no plan');
  },
);

test('a plan is handed on as it is; a refusal is thrown', () => {
  expect(ask(moduleOf({ type: 'noop' }), subject, { type: 'delete' })).toEqual({ type: 'noop' });
  expect(() => ask(moduleOf({ type: 'refuse', problems: [{ code: 'invalid', message: 'no' }] }), subject, { type: 'delete' })).toThrow(
    'no',
  );
  expect(() => ask(moduleOf({ type: 'replace' }), subject, { type: 'delete' })).toThrow('answered "replace" to delete');
});
