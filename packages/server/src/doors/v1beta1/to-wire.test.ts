import { describe, expect, test } from 'vitest';
import type { Status } from '../../core/state.ts';
import { formatUrn } from '../../core/urn.ts';
import { aResource, failed, pending, ready } from '../../testing/builders.ts';
import { resourceToWire, statuses } from './to-wire.ts';

const kind = { name: 'file', description: '', schema: {}, secret: ['password'] };
const zone = formatUrn({ kind: 'file', project: 'demo', name: 'z' });
const AT = Date.UTC(2026, 0, 2, 3, 4, 5, 678);

const lastError = (state: Parameters<typeof pending>[0]) => resourceToWire(aResource({ state: pending(state) }), kind)['state'];

test('a resource has every field, in the order of the ancestor', () => {
  const resource = aResource({
    labels: { team: 'x' },
    annotations: { 'ectropy.dev/drift': 'report' },
    spec: { replicas: 1, password: 'swordfish' },
    dependencies: { zone, area: zone },
    state: pending({
      dueAt: AT,
      memo: { pending_steps: ['create'], copy: 'swordfish' },
      attempt: 2,
      output: { password: 'swordfish', at: 'x' },
    }),
  });
  const wire = resourceToWire(resource, kind);
  expect(JSON.stringify(wire)).toBe(
    JSON.stringify({
      urn: 'orn:entropy:file:demo:one',
      kind: 'file',
      name: 'one',
      project: 'demo',
      labels: { team: 'x' },
      created_at: '2026-01-02T03:04:05.678Z',
      updated_at: '2026-01-02T03:04:05.678Z',
      spec: {
        configs: { replicas: 1, password: '(secret)' },
        dependencies: [
          { key: 'area', value: zone },
          { key: 'zone', value: zone },
        ],
      },
      state: {
        status: 'STATUS_PENDING',
        output: { password: '(secret)', at: 'x' },
        module_data: Buffer.from('{"pending_steps":["create"],"copy":"(secret)"}').toString('base64'),
        log_options: null,
        sync_retries: 2,
        sync_last_error: '',
        next_sync_at: '2026-01-02T03:04:05.678Z',
      },
      created_by: 'alice',
      updated_by: 'alice',
    }),
  );
});

test('lists leave out the configs', () => {
  expect(resourceToWire(aResource({ spec: { a: 1 } }), kind, { withConfigs: false })).toMatchObject({ spec: { configs: null } });
});

describe('the state', () => {
  const table = {
    pending: [pending(), 'STATUS_PENDING'],
    ready: [ready(), 'STATUS_COMPLETED'],
    failed: [failed(), 'STATUS_ERROR'],
    gone: [{ status: 'gone' }, 'STATUS_DELETED'],
  } as const satisfies Record<Status, unknown>;

  test.each(Object.keys(statuses) as Status[])('%s', (status) => {
    const [state, wire] = table[status];
    expect(resourceToWire(aResource({ state }), kind)).toMatchObject({
      state: { status: wire, module_data: '', output: null, log_options: null },
    });
  });

  test('says why the last attempt failed, or what blocks', () => {
    const problem = { code: 'invalid', message: 'cannot be written', path: ['spec', 'path'] } as const;
    const blockedBy = [{ urn: zone, as: 'dependency', status: 'failed' }] as const;
    expect(lastError({ problem })).toMatchObject({ sync_last_error: 'spec.path: cannot be written' });
    expect(lastError({ blockedBy })).toMatchObject({ sync_last_error: `blocked by ${zone} (STATUS_ERROR)` });
  });

  test('tells the next look for drift, or that there is none', () => {
    expect(resourceToWire(aResource({ state: ready({ recheckAt: AT }) }), kind)).toMatchObject({
      state: { next_sync_at: '2026-01-02T03:04:05.678Z' },
    });
    expect(resourceToWire(aResource({ state: ready() }), kind)).toMatchObject({ state: { next_sync_at: null } });
  });
});
