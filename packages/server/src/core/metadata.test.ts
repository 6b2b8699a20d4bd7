import type { Kind } from '@ectropy/sdk';
import { describe, expect, test } from 'vitest';
import type { Incoming } from './admit.ts';
import { metadataProblems } from './metadata.ts';
import type { Owner } from './resource.ts';
import { work } from '../testing/work.ts';

const kind: Kind = { name: 'file', description: 'A thing.', schema: {} };
const incoming = (more: Partial<Incoming>): Incoming => ({ labels: {}, annotations: {}, spec: {}, dependencies: {}, ...more });
const problems = (more: Partial<Incoming>, of: Kind = kind) =>
  metadataProblems(of, incoming(more)).map(({ path, message }) => ({ path, message }));
const owner = (more: Partial<Owner> = {}): Owner => ({ apiVersion: 'v1', kind: 'File', name: 'a', uid: 'u', ...more });

describe('a finalizer', () => {
  test.each(['example.com/cleanup', 'foregroundDeletion', 'a', 'a.b-c/D_e.f', 'kubernetes'])('%s is let in (R26)', (finalizer) => {
    expect(problems({ finalizers: [finalizer] })).toEqual([]);
  });

  test.each(['', ' ', 'a b', '/x', 'x/', 'a//b', 'Example.com/x', '-a', 'a-', 'ä', 'a\nb', 'a/b/c', '__proto__\u0000', 'x'.repeat(317)])(
    '%j is refused (R26)',
    (finalizer) => {
      expect(problems({ finalizers: ['fine', finalizer] })).toEqual([{ path: ['finalizers', 1], message: 'is not a valid finalizer' }]);
    },
  );

  test('too many are refused with one sentence (R26)', () => {
    const many = Array.from({ length: 101 }, (_, i) => `f${i}`);
    expect(problems({ finalizers: many })).toEqual([{ path: ['finalizers'], message: 'must have at most 100 items' }]);
  });

  test('of a hostile length is judged in no time (R26)', () => {
    const worked = work();
    problems({ finalizers: [`${'a.'.repeat(500_000)}/`, `${'a-'.repeat(500_000)}!`] });
    expect(worked()).toBeLessThan(1_000);
  });
});

describe('an owner', () => {
  test('that is complete is let in, and one of them may be the controller (R26)', () => {
    expect(
      problems({ owners: [owner({ controller: true }), owner({ controller: false, uid: 'v' }), owner({ uid: 'w', blocks: true })] }),
    ).toEqual([]);
  });

  test('is refused for every field that is missing (R26)', () => {
    expect(problems({ owners: [owner({ name: '', uid: '' })] })).toEqual([
      { path: ['ownerReferences', 0, 'name'], message: 'must be set' },
      { path: ['ownerReferences', 0, 'uid'], message: 'must be set' },
    ]);
  });

  test('is refused where two of them control (R26)', () => {
    expect(problems({ owners: [owner({ controller: true }), owner({ controller: true })] })).toEqual([
      { path: ['ownerReferences'], message: 'only one owner can have controller set to true' },
    ]);
  });

  test('too many are refused (R26)', () => {
    expect(problems({ owners: Array.from({ length: 101 }, () => owner()) })).toHaveLength(1);
  });
});

describe('sharing', () => {
  test('is refused for a kind that cannot be shared, and only then (R26)', () => {
    expect(problems({ sharedWith: ['*'] })).toEqual([{ path: ['spec', 'sharing'], message: "resources of kind 'file' cannot be shared" }]);
    expect(problems({ sharedWith: [] })).toEqual([]);
    expect(problems({ sharedWith: ['*'] }, { ...kind, shareable: true })).toEqual([]);
  });
});
