import { expect, test } from 'vitest';
import type { Document } from '../api/document.ts';
import { plain } from '../terminal/style.ts';
import { aType } from '../testing/types.ts';
import { describe as page } from './show.ts';

const now = Date.parse('2026-01-05T05:00:00Z');
const document: Document = {
  apiVersion: 'core.ectropy.dev/v1',
  kind: 'Lamp',
  metadata: {
    name: 'top',
    namespace: 'demo',
    generation: 2,
    creationTimestamp: '2026-01-05T04:55:00Z',
    labels: { a: 'b', c: 'd' },
    annotations: { 'ectropy.dev/description': 'Above the table', note: 'x' },
  },
  spec: { room: 'hall', dependencies: { next: { name: 'base' } } },
  status: {
    phase: 'Retrying',
    observedGeneration: 1,
    attempt: 3,
    nextAttemptAt: '2026-01-05T05:00:20Z',
    problem: { code: 'unavailable', message: 'no current', hint: 'look at the fuse' },
    drift: ['spec.bulbs: 1 → 2'],
    conditions: [
      {
        type: 'Ready',
        status: 'False',
        reason: 'Retrying',
        message: 'Waits for orn:entropy:lamp:demo:base.',
        lastTransitionTime: '2026-01-05T04:59:00Z',
      },
    ],
    output: { serial: 'one' },
  },
};
const facts = { document, type: aType('Lamp', { subresources: ['why', 'retry', 'revisions'] }), types: [aType('Lamp')], events: [], now };

test('a page tells how it is, what was declared and what to type next', () => {
  const needs = [
    {
      urn: '',
      apiVersion: '',
      kind: 'Lamp',
      namespace: 'other',
      name: 'base',
      resource: 'lamps',
      phase: 'Ready',
      ready: 'True',
      key: 'next',
    },
  ];
  const event = { at: '2026-01-05T04:59:50Z', type: 'Warning', reason: 'Failed', message: 'no\ncurrent' };
  const events = [{ ...event, kind: 'Lamp', name: 'top', project: 'demo', version: '1', object: null }];
  expect(page({ ...facts, needs, events }, plain).split('\n')).toEqual([
    'Lamp/top in project demo',
    '! Retrying  Waits for Lamp/base.',
    '',
    'description  Above the table',
    'apiVersion   core.ectropy.dev/v1',
    'created      2026-01-05T04:55:00Z (5m ago)',
    'generation   2, 1 brought about',
    'labels       a=b',
    '             c=d',
    'annotations  note=x',
    '',
    'Problem',
    '  no current',
    '  what to do: look at the fuse',
    '  attempt 3, tried again in 20s',
    '',
    'Drift',
    '  spec.bulbs: 1 → 2',
    '',
    'Conditions',
    '  !  Ready  False  Retrying  1m  Waits for Lamp/base.',
    '',
    'Spec',
    '  room: hall',
    '',
    'Output',
    '  serial: one',
    '',
    'Depends on',
    '  ✓  Lamp/base in other  Ready  as next',
    '',
    'Events',
    '  10s  !  Failed  no current',
    '',
    'Next',
    '  ectropy why Lamp/top -n demo      why it is not ready',
    '  ectropy retry Lamp/top -n demo    try again now',
    '  ectropy tree Lamp/top -n demo     all that it stands on',
    '  ectropy history Lamp/top -n demo  what was declared before',
  ]);
});

test('where the server does not tell dependencies, the spec shows them', () => {
  expect(page(facts, plain)).toContain('Spec\n  dependencies:\n    next:\n      name: base\n');
});

test('of a large spec the beginning is shown, and how to see the rest', () => {
  const spec = { list: Array.from({ length: 500 }, (_, i) => i) };
  expect(page({ ...facts, document: { ...document, spec } }, plain)).toContain('  … 441 more lines: ectropy get Lamp/top -n demo -o yaml');
});

test('a record without a status has a page, too', () => {
  const { status: _status, ...record } = document;
  expect(page({ ...facts, document: record }, plain)).toMatch(/^Lamp\/top in project demo\n\ndescription/);
});
