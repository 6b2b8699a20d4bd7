import type { Change } from '@ectropy/sdk';
import { describe, expect, test } from 'vitest';
import { type Operation, type OperationType, order, showChange, showValue, summarise } from './plan.ts';
import { formatUrn } from './urn.ts';

const operation = (type: OperationType, overrides: Partial<Operation> = {}): Operation => ({
  type,
  urn: formatUrn({ kind: 'file', project: 'demo', name: type }),
  changes: [],
  steps: [],
  base: null,
  ...overrides,
});

describe('the summary of a plan', () => {
  test('tells the destroys first, whatever the order of the requests (R22)', () => {
    const operations = [
      operation('noop'),
      operation('create', { changes: [{ path: ['spec', 'size'], after: 1 }], steps: ['write a.txt'] }),
      operation('act', { action: 'restart' }),
      operation('update', { changes: [{ path: ['spec', 'replicas'], before: 2, after: 5 }] }),
      operation('adopt'),
      operation('replace', { changes: [{ path: ['spec', 'zone'], before: 'a', after: 'b', replaces: true }] }),
      operation('delete', { changes: [{ path: ['spec', 'size'], before: 1 }], steps: ['remove a.txt'] }),
    ];
    expect(summarise(operations).lines.join('\n')).toMatchInlineSnapshot(`
      "1 to delete, 1 to replace, 1 to update, 1 to create, 1 to take over, 1 to act on, 1 unchanged
      - orn:entropy:file:demo:delete
          spec.size: 1 → (absent)
          › remove a.txt
      ± orn:entropy:file:demo:replace
          spec.zone: "a" → "b" (replaces)
      ~ orn:entropy:file:demo:update
          spec.replicas: 2 → 5
      + orn:entropy:file:demo:create
          spec.size: 1
          › write a.txt
      < orn:entropy:file:demo:adopt
      ! orn:entropy:file:demo:act restart"
    `);
  });

  test('keeps the order of the requests among equals (R22)', () => {
    const urns = ['b', 'a'].map((name) => formatUrn({ kind: 'file', project: 'demo', name }));
    expect(summarise(urns.map((urn) => operation('delete', { urn }))).lines.slice(1)).toEqual(urns.map((urn) => `- ${urn}`));
  });

  test('counts every type, those too that do not occur (R22)', () => {
    const { counts } = summarise([operation('delete'), operation('noop'), operation('delete')]);
    expect(counts).toEqual({ delete: 2, replace: 0, update: 0, create: 0, adopt: 0, act: 0, noop: 1 });
    expect(Object.keys(counts)).toEqual(order);
  });

  test('of nothing says so (R22)', () => {
    expect(summarise([]).lines).toEqual(['nothing to do']);
    expect(summarise([operation('noop')]).lines).toEqual(['1 unchanged']);
  });
});

describe('a change reads aloud', () => {
  test.each<[string, Change, string]>([
    ['a value', { path: ['spec', 'replicas'], before: 2, after: 5 }, 'spec.replicas: 2 → 5'],
    ['a new value', { path: ['spec', 'tags'], after: ['a'] }, 'spec.tags: ["a"]'],
    ['a value that goes', { path: ['labels', 'team'], before: 'a' }, 'labels.team: "a" → (absent)'],
    ['null is a value', { path: ['spec', 'x'], before: null, after: false }, 'spec.x: null → false'],
    ['what only apply will tell', { path: ['output', 'id'], unknown: true }, 'output.id: (known after apply)'],
    ['what apply will change', { path: ['output', 'id'], before: 'i-1', unknown: true }, 'output.id: "i-1" → (known after apply)'],
    ['a secret', { path: ['spec', 'password'], secret: true }, 'spec.password: (secret, changed)'],
    ['a secret with values keeps them to itself', { path: ['p'], before: 'old', after: 'new', secret: true }, 'p: (secret, changed)'],
    ['a create-only field', { path: ['spec', 'zone'], before: 'a', after: 'b', replaces: true }, 'spec.zone: "a" → "b" (replaces)'],
    ['a create-only secret', { path: ['spec', 'key'], secret: true, replaces: true }, 'spec.key: (secret, changed) (replaces)'],
    ['an awkward path', { path: ['spec', 'a b', 0], after: 1 }, 'spec["a b"][0]: 1'],
    ['the whole document', { path: [], before: 1, after: 2 }, '1 → 2'],
  ])('%s (R22)', (_, change, text) => {
    expect(showChange(change)).toBe(text);
  });

  test('a long value is cut where people stop reading (R22)', () => {
    expect(showValue('x'.repeat(198))).toBe(`"${'x'.repeat(198)}"`);
    expect(showValue('x'.repeat(199))).toBe(`"${'x'.repeat(199)}… (201 characters)`);
    expect(showValue({ text: 'x'.repeat(1_000_000) })).toHaveLength(222);
  });
});
