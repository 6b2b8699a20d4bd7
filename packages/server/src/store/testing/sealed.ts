/** What whoever seals documents rests on. Apart from the other laws: a store that seals keeps these paths to itself. */
import { describe, expect, test } from 'vitest';
import type { Path } from '@ectropy/sdk';
import type { Resource, Version } from '../../core/resource.ts';
import type { Sealed, Store } from '../port.ts';
import { aResource, put } from '../../testing/builders.ts';
import { opener } from './open.ts';

export function sealedConformance(name: string, open: () => Promise<Store>): void {
  const openStore = opener(open);
  const sealed: readonly Path[] = [
    ['spec', 'users', 0, 'token'],
    ['state', 'memo'],
  ];
  const resource: Resource & Sealed = { ...aResource({ spec: { users: [{ token: 'v1:x' }] } }), sealed };
  const { urn } = resource;

  describe(`store conformance, sealed values: ${name}`, () => {
    test('where they stand is kept with row, change, revision and answer', async () => {
      const store = await openStore();
      const idempotency = { key: 'k', fingerprint: 'f' };
      const other = { ...resource, name: 'other' };
      await store.commit({
        writes: [put(resource, { revise: 'made', due: { inMs: 0, priority: 0 } })],
        idempotency: { ...idempotency, unchanged: [other] },
      });
      const answered = await store.recall(idempotency);
      const [claim] = await store.claim({ owner: 'w', limit: 1, leaseMs: 1_000, limits: {} });
      expect([
        (await store.load([urn])).resources.get(urn),
        (await store.list({ limit: 1 })).resources[0],
        (await store.changes('0' as Version, 1)).changes[0]?.resource,
        (await store.revisions(urn))[0],
        ...(answered?.type === 'replayed' ? answered.resources : []),
        claim?.resource,
      ]).toMatchObject(Array.from({ length: 7 }, () => ({ sealed, spec: resource.spec })));
    });

    test('it goes with the next write that says nothing of it', async () => {
      const store = await openStore();
      await store.commit({ writes: [put(resource, { revise: 'made' })] });
      const { sealed: _, ...plain } = (await store.load([urn])).resources.get(urn) as Resource & Sealed;
      await store.commit({ writes: [put({ ...plain, revision: 2 }, { revise: 'again' })] });
      const revisions = await store.revisions(urn);
      expect((await store.load([urn])).resources.get(urn)).not.toHaveProperty('sealed');
      expect(revisions.map((revision) => 'sealed' in revision)).toEqual([false, true]);
    });
  });
}
