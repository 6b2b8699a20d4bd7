import { type Kind, ProblemError, showPath } from '@ectropy/sdk';
import { describe, expect, test } from 'vitest';
import { admit, type CheckSpec, type Incoming } from './admit.ts';
import { annotated } from './testing/scene.ts';

const identity = { kind: 'firehose', project: 'demo', name: 'one' };
const kind: Kind = {
  name: 'firehose',
  description: 'A thing that needs another.',
  schema: {},
  needs: { cluster: { kind: 'kubernetes' }, log: { kind: 'kafka', optional: true } },
};
const asIs: CheckSpec = (spec) => ({ spec, problems: [] });

const incoming = (overrides: Partial<Incoming> = {}): Incoming => ({
  labels: {},
  annotations: {},
  spec: {},
  dependencies: { cluster: 'main' },
  ...overrides,
});

const admitted = (overrides: Partial<Incoming> = {}, check: CheckSpec = asIs) => admit(identity, kind, incoming(overrides), check);

function refused(overrides: Partial<Incoming>, check: CheckSpec = asIs, who = identity): readonly string[] {
  try {
    admit(who, kind, incoming(overrides), check);
  } catch (error) {
    if (error instanceof ProblemError) return error.problems.map(({ path = [], message }) => `${showPath(path)}: ${message}`);
    throw error;
  }
  throw new Error('it was let in');
}

test('what is right is let in, with the defaults of its spec filled in (R26)', () => {
  const given = { labels: { team: 'a' }, annotations: annotated({ drift: 'report' }), spec: { size: 1 } };
  expect(admitted(given, (spec) => ({ spec: { ...(spec as object), replicas: 2 }, problems: [] }))).toEqual({
    ...given,
    spec: { size: 1, replicas: 2 },
    dependencies: { cluster: 'orn:entropy:kubernetes:demo:main' },
  });
});

const bad: CheckSpec = (spec) => ({
  spec,
  problems: [{ code: 'invalid', path: ['spec', 'replicas'], message: 'must be ≤ 100 (got 500)' }],
});

test('all problems are told at once, each with its path (R26)', () => {
  const found = refused(
    {
      labels: { 'a b': '' },
      annotations: { 'c d': '', ...annotated({ management: 'sometimes' }) },
      dependencies: { log: 'orn:entropy:file:demo:x' },
    },
    bad,
    { kind: 'firehose', project: '1', name: 'öne' },
  );
  expect(found).toMatchInlineSnapshot(`
    [
      "project: "1" is not valid",
      "name: "öne" is not valid",
      "labels["a b"]: is not a valid key",
      "annotations["c d"]: is not a valid key",
      "annotations["ectropy.dev/management"]: must be one of full, observe, paused (got "sometimes")",
      "spec.replicas: must be ≤ 100 (got 500)",
      "dependencies.log: value for 'log' must be of kind 'kafka', not 'file'",
      "dependencies.cluster: kind 'firehose' needs resource of kind 'kubernetes' at key 'cluster'",
    ]
  `);
});

describe('a dependency', () => {
  test.each([
    ['by name, where the kind says what it needs', 'cluster', 'main', 'orn:entropy:kubernetes:demo:main'],
    ['by URN', 'cluster', 'orn:entropy:kubernetes:demo:main', 'orn:entropy:kubernetes:demo:main'],
    ["by URN in the ancestor's older form", 'cluster', 'urn:odpf:entropy:kubernetes:demo:main', 'orn:entropy:kubernetes:demo:main'],
    ['by the old form without a project', 'cluster', 'orn:entropy:kubernetes:main', 'orn:entropy:kubernetes:demo:main'],
    ['at a key that the kind does not know, by URN', 'other', 'orn:entropy:file:demo:x', 'orn:entropy:file:demo:x'],
    ['at a key that only objects have', 'constructor', 'orn:entropy:file:demo:x', 'orn:entropy:file:demo:x'],
  ])('%s is found (R27, L12)', (_, key, reference, urn) => {
    const { dependencies } = admitted({ dependencies: { cluster: 'main', [key]: reference } });
    expect(dependencies[key]).toBe(urn);
  });

  test.each([
    [
      'of the wrong kind',
      { cluster: 'orn:entropy:kafka:demo:main' },
      "dependencies.cluster: value for 'cluster' must be of kind 'kubernetes', not 'kafka'",
    ],
    [
      'of the wrong kind, in the old form',
      { cluster: 'orn:entropy:kafka:main' },
      "dependencies.cluster: value for 'cluster' must be of kind 'kubernetes', not 'kafka'",
    ],
    ['that is needed and not given', {}, "dependencies.cluster: kind 'firehose' needs resource of kind 'kubernetes' at key 'cluster'"],
    [
      'in another project',
      { cluster: 'orn:entropy:kubernetes:other:main' },
      "dependencies.cluster: dependency 'orn:entropy:kubernetes:other:main' not found",
    ],
    [
      'that is itself',
      { cluster: 'main', self: 'orn:entropy:firehose:demo:one' },
      'dependencies.self: depends on itself: orn:entropy:firehose:demo:one → orn:entropy:firehose:demo:one',
    ],
    ['by name, where nobody knows of which kind', { cluster: 'main', other: 'x' }, 'dependencies.other: cannot tell what "x" refers to'],
    ['that is empty', { cluster: '' }, 'dependencies.cluster: cannot tell what "" refers to'],
    ['that is no name', { cluster: 'a b' }, 'dependencies.cluster: cannot tell what "a b" refers to'],
    [
      'with too many parts',
      { cluster: 'orn:entropy:kubernetes:demo:main:x' },
      'dependencies.cluster: cannot tell what "orn:entropy:kubernetes:demo:main:x" refers to',
    ],
  ])('%s is refused (R27)', (_, dependencies, problem) => {
    expect(refused({ dependencies: dependencies as Incoming['dependencies'] })).toEqual([problem]);
  });

  test('of another project is answered as one that is not there (L11)', () => {
    const [there] = refused({ dependencies: { cluster: 'orn:entropy:kubernetes:other:main' } });
    expect(there).toMatch(/not found$/);
  });

  test('that is optional may be left out (R27)', () => {
    expect(admitted().dependencies).not.toHaveProperty('log');
  });
});

describe('a policy annotation', () => {
  const values = { management: ['full', 'observe', 'paused'], deletion: ['delete', 'orphan'], drift: ['correct', 'report', 'ignore'] };
  const good = Object.entries(values).flatMap(([name, all]) => all.map((value) => [name, value] as const));
  test.each(good)('%s: %s is let in (R26)', (name, value) => {
    expect(admitted({ annotations: annotated({ [name]: value }) }).annotations).toEqual(annotated({ [name]: value }));
  });

  test.each([
    ['management', 'Paused', 'must be one of full, observe, paused (got "Paused")'],
    ['deletion', '', 'must be one of delete, orphan (got "")'],
    ['drift', 'constructor', 'must be one of correct, report, ignore (got "constructor")'],
  ])('%s: %j is refused with the values that it can have (R26)', (name, value, message) => {
    expect(refused({ annotations: annotated({ [name]: value }) })).toEqual([`annotations["ectropy.dev/${name}"]: ${message}`]);
  });
});
