import { type Kind, ProblemError, showPath } from '@ectropy/sdk';
import { describe, expect, test } from 'vitest';
import { admit, type CheckSpec, type Incoming } from './admit.ts';
import { type Admitted, LINEAGE } from './resource.ts';
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

  test('in another project is let in here: whether it is shared shows where it is read (R35)', () => {
    const other = 'orn:entropy:kubernetes:other:main';
    expect(admitted({ dependencies: { cluster: other } }).dependencies).toEqual({ cluster: other });
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

describe('what a draft leaves out', () => {
  const current: Admitted = {
    ...admitted(),
    finalizers: ['a'],
    owners: [{ apiVersion: 'v1', kind: 'File', name: 'x', uid: 'u' }],
    artifacts: { 'a.txt': { digest: 'sha256:1', size: 1, mediaType: 'text/plain' } },
    managed: [{ manager: 'm', operation: 'Update', apiVersion: 'v1', time: 't', fieldsType: 'FieldsV1', fieldsV1: {} }],
    lineage: 'git',
  };
  const again = (overrides: Partial<Incoming>) => admit(identity, kind, incoming(overrides), asIs, current);

  test('stays as it is (R31)', () => {
    expect(again({})).toEqual(current);
  });

  test('and what it empties is not there (R31)', () => {
    expect(again({ finalizers: [], owners: [], artifacts: {}, managed: [], lineage: '' })).toEqual(admitted());
  });

  test('and what it says is taken as a whole (R31)', () => {
    expect(again({ finalizers: ['b'] })).toEqual({ ...current, finalizers: ['b'] });
  });

  test('sharing stays too, where the kind can be shared (R31)', () => {
    const open = { ...kind, shareable: true };
    const shared = admit(identity, open, incoming({ sharedWith: ['other'] }), asIs);
    expect(admit(identity, open, incoming(), asIs, shared).sharedWith).toEqual(['other']);
    expect(admit(identity, open, incoming({ sharedWith: [] }), asIs, shared)).not.toHaveProperty('sharedWith');
  });

  test('where it came from is never taken from an annotation (R31)', () => {
    expect(admitted({ annotations: { [LINEAGE]: 'forged', note: 'x' } }).annotations).toEqual({ note: 'x' });
    expect(again({ annotations: { [LINEAGE]: 'forged' } }).lineage).toBe('git');
  });
});

const placed = (of: Kind, project: string) => {
  try {
    return admit({ kind: of.name, project, name: 'one' }, of, incoming({ dependencies: {} }), asIs) && [];
  } catch (error) {
    return error instanceof ProblemError ? error.problems.map(({ path, message }) => [path, message]) : [error];
  }
};

describe('the scope of a kind', () => {
  const apart: Kind = { name: 'region', description: 'A place.', schema: {}, scope: 'cluster' };
  test('keeps what belongs to no project out of every project (R41)', () => {
    expect(placed(apart, '_')).toEqual([]);
    expect(placed(apart, 'demo')).toEqual([[['project'], "resources of kind 'region' belong to no project"]]);
  });

  test('lets nothing else be without one (R41)', () => {
    const { scope: _, ...within } = apart;
    expect(placed(within, 'demo')).toEqual([]);
    expect(placed(within, '_')).toEqual([[['project'], "must be set for a resource of kind 'region'"]]);
  });
});
