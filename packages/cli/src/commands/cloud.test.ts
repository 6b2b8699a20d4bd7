import { startCloud, type RunningCloud } from '@ectropy/cloud-sim';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, scratch } from '../../../server/test/product.ts';
import { begin, ectropy } from '../testing/terminal.ts';

let cloud: RunningCloud;
let folder: Awaited<ReturnType<typeof scratch>>;
beforeAll(async () => {
  folder = await scratch();
  cloud = await startCloud({ port: 0, data: folder.dir, delayMs: 0 });
});
afterAll(async () => {
  await cloud.close();
  await folder[Symbol.asyncDispose]();
});

const sim = (line: string) => ectropy(`cloud-sim ${line}`, { env: { ECTROPY_CLOUD_URL: cloud.url } });

test('what exists is listed, edited and deleted at the console, and all of it is in the ledger', async () => {
  expect(await sim('list')).toEqual({ code: 0, stdout: '', stderr: 'There is nothing in the cloud.\n' });
  await call(cloud, '/console/networks', { body: { name: 'main', cidr: '10.1.0.0/16' } });
  const listed = JSON.parse((await sim('list -o json')).stdout) as { networks: { id: string }[] };
  await call(cloud, '/console/servers', { body: { name: 'web-1', network: listed.networks[0]?.id, size: 'small', image: 'debian-12' } });
  expect(await sim('edit servers web-1 size=large labels={"team":"a"}')).toMatchObject({
    code: 0,
    stderr: 'servers/web-1 is changed in the cloud, and Ectropy does not know it yet.\n',
  });
  const { stdout } = await sim('list');
  expect(stdout).toMatch(/^NAME +ID +STATE +WHAT\n/);
  expect(stdout).toMatch(/^servers\/web-1 +srv-\S+ +ready +.*size=large .*team=a$/m);
  expect(await sim('delete networks main')).toMatchObject({ code: 6, stderr: expect.stringContaining('in use') });
  expect(await sim('delete servers web-1')).toMatchObject({ code: 0 });
  const lines = (await sim('ledger')).stdout.trim().split('\n');
  expect(lines.map((line) => line.replace(/^ *(\d+) +\S+ +/, '$1 ').replace(/net-\w+/, 'ID'))).toEqual([
    expect.stringMatching(/^1 console {2}create {2}networks\/main {2}cidr=/),
    expect.stringMatching(/^2 console {2}create {2}servers\/web-1 {2}network=ID/),
    expect.stringMatching(/^3 console {2}update {2}servers\/web-1 {2}.*size=large/),
    '4 console  delete  servers/web-1',
  ]);
  expect((await sim('ledger -o json')).stdout.trim().split('\n')).toHaveLength(4);
});

test('the ledger is followed until Ctrl-C', async () => {
  const running = begin('cloud-sim ledger --follow', { env: { ECTROPY_CLOUD_URL: cloud.url } });
  await call(cloud, '/console/networks', { body: { name: 'late', cidr: '10.2.0.0/16' } });
  await running.shows('networks/late');
  running.interrupt();
  expect((await running.ended).code).toBe(130);
});

test('faults are set and cleared', async () => {
  expect(await sim('fault fail --path /v1/disks --method GET --times 1 --status 500')).toMatchObject({
    code: 0,
    stderr: 'Requests to the cloud go wrong: fail, GET, below /v1/disks, once\n',
  });
  expect((await call(cloud, '/v1/disks')).status).toBe(500);
  expect((await call(cloud, '/v1/disks')).status).toBe(200);
  await sim('fault fail');
  expect(await sim('fault clear')).toMatchObject({ code: 0, stderr: 'The cloud works as it should again.\n' });
  expect((await call(cloud, '/v1/disks')).status).toBe(200);
});

test.each([
  ['edit servers web-9 size=large', 5, 'web-9'],
  ['edit server web-1 size=large', 3, 'Allowed choices are networks, servers, disks'],
  ['edit networks late cidr=nonsense', 3, 'cidr'],
  ['edit networks late', 3, 'missing required argument'],
  ['edit networks late cidr', 3, 'is no parameter'],
  ['fault explode', 3, 'Allowed choices'],
  ['fault slow --ms fast', 3, 'whole number'],
  ['fault slow --rate 2', 3, 'from 0 to 1'],
  ['fault clear --times 1', 3, 'takes no flags'],
  ['lst', 3, 'Did you mean list?'],
  ['list --cloud http://127.0.0.1:9', 1, 'cannot reach the cloud simulator'],
  ['list --cloud nonsense', 3, 'must be an address'],
])('%s ends with %i: %s', async (line, code, said) => {
  const ended = await sim(line);
  expect(ended.stderr).toContain(said);
  expect(ended.code).toBe(code);
});
