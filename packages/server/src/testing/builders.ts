/** Values for tests, with defaults: only what a test is about has to be said. */
import type { Resource, Version } from '../core/resource.ts';
import type { Failed, Pending, Ready } from '../core/state.ts';
import { formatUrn } from '../core/urn.ts';
import type { Drop, Put } from '../store/port.ts';

const AT = Date.UTC(2026, 0, 2, 3, 4, 5, 678);

/** The version of a resource that was never stored. */
const NEVER = '0' as Version;

export const pending = (overrides: Partial<Pending> = {}): Pending => ({
  status: 'pending',
  goal: 'present',
  dueAt: AT,
  urgency: 'edit',
  memo: null,
  attempt: 0,
  output: null,
  ...overrides,
});

export const ready = (overrides: Partial<Ready> = {}): Ready => ({ status: 'ready', output: null, attempt: 0, ...overrides });

export const failed = (overrides: Partial<Failed> = {}): Failed => ({
  status: 'failed',
  goal: 'present',
  memo: null,
  attempt: 1,
  output: null,
  problem: { code: 'internal', message: 'it broke' },
  ...overrides,
});

let lives = 0;

/** A life of its own each time: the uid differs from call to call. */
const nextUid = (): string => `00000000-0000-4000-8000-${String(++lives).padStart(12, '0')}`;

/** A resource that was never stored. Its URN follows from kind, project and name. */
export function aResource(overrides: Partial<Omit<Resource, 'urn'>> = {}): Resource {
  const { kind = 'file', project = 'demo', name = 'one' } = overrides;
  return {
    uid: nextUid(),
    labels: {},
    annotations: {},
    spec: {},
    dependencies: {},
    revision: 1,
    generation: 1,
    observedGeneration: 0,
    move: 0,
    version: NEVER,
    createdAt: AT,
    createdBy: 'alice',
    updatedAt: AT,
    updatedBy: 'alice',
    state: pending(),
    conditions: [],
    corrections: {},
    ...overrides,
    kind,
    project,
    name,
    urn: formatUrn({ kind, project, name }),
  };
}

const expectedOf = ({ version }: Resource): Put['expected'] => (version === NEVER ? 'absent' : version);

/** Creates what was never stored (and links it), changes what was; nothing becomes due unless the test says so. */
export function put(resource: Resource, overrides: Partial<Omit<Put, 'op' | 'resource'>> = {}): Put {
  const expected = expectedOf(resource);
  const linked = expected === 'absent' && Object.keys(resource.dependencies).length > 0;
  return { op: 'put', resource, expected, due: undefined, ...(linked && { relink: true }), ...overrides };
}

export const drop = (resource: Resource, overrides: Partial<Omit<Drop, 'op' | 'resource'>> = {}): Drop => ({
  op: 'drop',
  resource,
  expected: expectedOf(resource),
  ...overrides,
});
