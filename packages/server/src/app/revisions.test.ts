import { expect, test } from 'vitest';
import { policyOf } from '../core/resource.ts';
import type { Store } from '../store/port.ts';
import { declare, me, peek, refused, urnOf } from './testing/asks.ts';
import { openBed } from './testing/bed.ts';

test('a rollback to a revision of an earlier life changes nothing of the next one, whoever comes first', async () => {
  await using bed = await openBed();
  const urn = urnOf('note', 'n');
  await declare(bed, 'note', 'n', { spec: { life: 1 } });
  const read = Promise.withResolvers<void>();
  const reborn = Promise.withResolvers<void>();
  const late = await bed.beside({
    through: (real): Store => ({
      ...real,
      async revisions(...args) {
        const found = await real.revisions(...args);
        read.resolve();
        await reborn.promise;
        return found;
      },
    }),
  });
  const asked = refused(late.app.rollback(urn, 1, me));
  await read.promise;
  await bed.app.remove([{ urn }], me);
  await declare(bed, 'note', 'n', { spec: { life: 2 } });
  reborn.resolve();
  expect(await asked).toMatchObject([{ code: 'conflict', message: `resource with urn '${urn}' was deleted and created again meanwhile` }]);
  expect((await peek(bed, urn))?.spec).toEqual({ life: 2 });
});

test('a rollback neither ends a pause nor brings one back (R23)', async () => {
  await using bed = await openBed();
  const urn = urnOf('note', 'n');
  const isPaused = async () => policyOf((await peek(bed, urn)) ?? { annotations: {} }).management === 'paused';
  await declare(bed, 'note', 'n', { spec: { text: 'one' } });
  await bed.app.pause(urn, me);
  await bed.app.rollback(urn, 1, me);
  expect(await isPaused()).toBe(true);
  await bed.app.resume(urn, me);
  await bed.app.rollback(urn, 2, me);
  expect(await isPaused()).toBe(false);
});
