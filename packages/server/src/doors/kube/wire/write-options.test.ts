import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { onlyProblems, refusal } from './testing/only-problems.ts';
import { managerOf, readWriteOptions } from './write-options.ts';

const read = (query: string, verb: 'create' | 'update' | 'patch' | 'apply' = 'create') => readWriteOptions(`/x?${query}`, verb);
const plain = { dryRun: false, fieldValidation: 'Warn', force: false } as const;

test.each([
  ['', 'create', plain],
  ['dryRun=All&dryRun=All', 'update', { ...plain, dryRun: true }],
  ['fieldManager=kubectl-create&fieldValidation=Strict', 'create', { ...plain, fieldManager: 'kubectl-create', fieldValidation: 'Strict' }],
  ['fieldManager=kubectl&fieldValidation=Ignore&force=false', 'apply', { ...plain, fieldManager: 'kubectl', fieldValidation: 'Ignore' }],
  ['fieldManager=kubectl&force', 'apply', { ...plain, fieldManager: 'kubectl', force: true }],
] as const)('?%s of %s', (query, verb, expected) => expect(read(query, verb)).toEqual(expected));

describe('what is refused', () => {
  test.each([
    ['dryRun=true', 'create', 'CreateOptions.meta.k8s.io "" is invalid: dryRun: Unsupported value: "true": supported values: "All"'],
    ['dryRun=All&dryRun=x', 'update', 'UpdateOptions.meta.k8s.io "" is invalid: dryRun: Unsupported value: "x": supported values: "All"'],
    [
      'fieldValidation=x',
      'patch',
      'PatchOptions.meta.k8s.io "" is invalid: fieldValidation: Unsupported value: "x": supported values: "Ignore", "Strict", "Warn"',
    ],
    ['', 'apply', 'PatchOptions.meta.k8s.io "" is invalid: fieldManager: Required value: is required for apply patch'],
    ['force=true', 'patch', 'PatchOptions.meta.k8s.io "" is invalid: force: Forbidden: may not be specified for non-apply patch'],
    [
      `fieldManager=${'x'.repeat(129)}`,
      'create',
      'CreateOptions.meta.k8s.io "" is invalid: fieldManager: Too long: may not be more than 128 bytes',
    ],
    [
      'fieldManager=a%0Ab',
      'create',
      'CreateOptions.meta.k8s.io "" is invalid: fieldManager: Invalid value: "a\\nb": should only contain printable characters',
    ],
  ] as const)('?%s of %s', (query, verb, message) => expect(refusal(() => read(query, verb))).toEqual([422, message]));

  test('everything at once', () => {
    const [, message] = refusal(() => read('dryRun=x&fieldValidation=y', 'apply'));
    expect(message).toMatch(/is invalid: \[dryRun: .*, fieldValidation: .*, fieldManager: .*\]/);
  });
});

test('who writes without a name is known by the program', () => {
  expect(managerOf({ fieldManager: 'm' }, 'kubectl/v1.33')).toBe('m');
  expect(managerOf({}, 'kubectl/v1.33 (linux/amd64)')).toBe('kubectl');
  expect(managerOf({}, 'ü\n'.repeat(10))).toBe('unknown');
  expect(managerOf({}, undefined)).toBe('unknown');
  expect(managerOf({}, 'x'.repeat(500))).toHaveLength(128);
});

test('any query is understood or refused', () => {
  const name = fc.constantFrom('dryRun', 'fieldManager', 'fieldValidation', 'force');
  const query = fc.array(fc.tuple(name, fc.string()), { maxLength: 6 }).map((pairs) => pairs.map((pair) => pair.join('=')).join('&'));
  fc.assert(
    fc.property(query, fc.constantFrom('create', 'patch', 'apply'), (text, verb) => void onlyProblems(() => read(text, verb))),
    { seed: 1, numRuns: 1000 },
  );
});
