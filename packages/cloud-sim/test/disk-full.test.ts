import { expect, test } from 'vitest';
import { call } from '../src/testing/bed.ts';
import { scratch, startProcess } from './process.ts';

const create = (url: string, at: number) => call(url, 'POST', '/console/disks', { body: { name: `d${at}`, sizeGb: 1 } });

test('when the ledger cannot be written nothing is answered as done, and what was answered survives', async () => {
  await using folder = await scratch();
  const cloud = await startProcess(['--data', folder.dir, '--delay', '0'], 16);
  let answered = 0;
  while ((await create(cloud.url, answered)).status === 201) answered += 1;
  expect(answered).toBeGreaterThan(5);
  const broken = {
    status: 503,
    body: { error: { code: 'unavailable', message: expect.stringContaining('The ledger cannot be written') } },
  };
  for (const path of ['/healthz', '/v1/disks', '/ledger']) expect(await call(cloud.url, 'GET', path)).toMatchObject(broken);
  expect(await create(cloud.url, answered)).toMatchObject({ status: 503 });
  await cloud.stop('SIGTERM');

  const again = await startProcess(['--data', folder.dir]);
  const { items } = (await call(again.url, 'GET', '/v1/disks')).body as unknown as { items: readonly { name: string }[] };
  expect(items.map(({ name }) => name)).toEqual(Array.from({ length: answered }, (_, at) => `d${at}`));
  expect((await create(again.url, answered)).status).toBe(201);
  expect(await again.stop('SIGTERM')).toMatchObject({ code: 0 });
});
