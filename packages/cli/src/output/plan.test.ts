import { describe, expect, test } from 'vitest';
import type { Operation, OperationType, Plan } from '../api/plan.ts';
import { plain } from '../terminal/style.ts';
import { showChange, showPlan } from './plan.ts';

const operation = (type: OperationType, name: string, more: Partial<Operation> = {}): Operation => ({
  type,
  urn: `orn:entropy:file:default:${name}`,
  resource: { apiVersion: 'v1', kind: 'File', namespace: 'default', name, resource: 'files' },
  changes: [],
  steps: [],
  ...more,
});

function planOf(operations: readonly Operation[]): Plan {
  const counts = { delete: 0, replace: 0, update: 0, create: 0, adopt: 0, act: 0, noop: 0 };
  for (const { type } of operations) counts[type] += 1;
  return { metadata: { name: 'p', namespace: 'default', creationTimestamp: '' }, status: { counts, operations } };
}

const show = (operations: readonly Operation[], detail = false): string =>
  showPlan(planOf(operations), { style: plain, project: 'default', title: (urn) => urn.split(':').slice(-1).join(''), detail });

describe('a plan', () => {
  test('has what is destroyed first, what the module will do under each, and the counts at the end', () => {
    const size = { path: ['spec', 'size'], before: 'small', after: 'large' };
    expect(
      show([
        operation('create', 'new', { steps: ['write it'], changes: [{ path: ['spec', 'content'], after: 'x' }] }),
        operation('noop', 'same'),
        operation('update', 'changed', { changes: [size] }),
        operation('replace', 'other', { reason: 'path cannot change', changes: [{ ...size, replaces: true }] }),
        operation('delete', 'old', { changes: [size], steps: ['remove it'] }),
        operation('act', 'machine', { action: 'reboot' }),
      ]),
    ).toBe(`- File/old to delete
      › remove it

± File/other to replace
      path cannot change
      spec.size: "small" → "large" (replaces it)

~ File/changed to update
      spec.size: "small" → "large"

+ File/new to create
      › write it

! File/machine reboot

Plan: 1 to delete, 1 to replace, 1 to update, 1 to create, 1 to act on, 1 unchanged.
`);
  });

  test('with detail has every field of what is created', () => {
    expect(show([operation('create', 'a', { steps: ['x'], changes: [{ path: ['spec', 'n'], after: 1 }] })], true)).toContain('spec.n: 1\n');
  });

  test('does not say that a secret has changed which is new', () => {
    expect(show([operation('create', 'a', { changes: [{ path: ['spec', 'pin'], secret: true }] })])).toContain('spec.pin: (secret)\n');
  });

  test('says that nothing is to change', () => {
    expect(show([])).toBe('Plan: nothing to change.\n');
    expect(show([operation('noop', 'a')])).toBe('Plan: nothing to change (1 unchanged).\n');
  });

  test('marks what is elsewhere', () => {
    const resource = { apiVersion: 'v1', kind: 'File', namespace: 'shop', name: 'a', resource: 'files' };
    expect(show([operation('delete', 'a', { resource })])).toContain('- File/a in shop to delete');
  });

  test('of many layers that all depend on all takes no time', () => {
    const layers = Array.from({ length: 60 }, (_, i) =>
      [0, 1, 2].map((at) =>
        operation('create', `${i}-${at}`, {
          changes: [0, 1, 2].map((to) => ({ path: ['dependencies', String(to)], after: `orn:entropy:file:default:${i + 1}-${to}` })),
        }),
      ),
    ).flat();
    expect(show(layers).indexOf('File/59-0 ')).toBeLessThan(show(layers).indexOf('File/0-0 '));
  });

  test('lets nobody write on the terminal but us', () => {
    expect(
      show([
        operation('update', 'a', {
          steps: ['x\u001b[2J\ny'],
          reason: 'r\u0007',
          changes: [{ path: ['spec', 'a'], after: '\u202Eevil\u001b' }],
        }),
      ]).replaceAll('\n', ''),
    ).not.toMatch(/[\p{Bidi_Control}\p{Cc}]/u);
  });
});

describe('a change', () => {
  test.each([
    [{ path: ['spec', 'a'], before: 1, after: 2 }, 'spec.a: 1 → 2'],
    [{ path: ['spec', 'a'], after: null }, 'spec.a: null'],
    [{ path: ['spec', 'a'], before: 1 }, 'spec.a: 1 → (removed)'],
    [{ path: ['output', 'id'], unknown: true as const }, 'output.id: (known after apply)'],
    [{ path: ['spec', 'pin'], secret: true as const, before: 'x', after: 'y' }, 'spec.pin: (secret, changed)'],
    [{ path: [], before: 'a', after: 'b' }, '"a" → "b"'],
    [{ path: ['dependencies', 'on'], after: 'orn:entropy:cloud_network:default:main' }, 'dependencies.on: CloudNetwork/main'],
    [{ path: ['spec', 'text'], after: 'see orn:entropy:file:default:a' }, 'spec.text: "see orn:entropy:file:default:a"'],
    [{ path: ['spec', 'a b'], after: 'x'.repeat(500) }, `spec["a b"]: "${'x'.repeat(159)}… (502 characters)`],
  ])('%j', (change, text) => {
    expect(showChange(change, plain, { title: (urn) => urn.replace('orn:entropy:cloud_network:default:', 'CloudNetwork/') })).toBe(text);
  });
});
