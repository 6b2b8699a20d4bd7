import { describe, expect, test } from 'vitest';
import { diskModule } from './disk/kind.ts';
import { networkModule } from './network/kind.ts';
import { serverModule } from './server/kind.ts';
import { aNetwork, Life } from './testing/life.ts';
import { practiceCloud, type PracticeCloud } from './testing/practice-cloud.ts';

const small = { size: 'small', image: 'debian-12', power: 'on', labels: { role: 'web' } };

const aServer = async (cloud: PracticeCloud): Promise<Life> =>
  new Life(cloud, serverModule(cloud), small, { needs: { network: (await aNetwork(cloud)).need } }).create();

describe('an edit in the console is seen and corrected', () => {
  test.each([
    ['size', { size: 'large' }, { size: 'large' }],
    ['power', { power: 'off' }, { power: 'off' }],
    ['a label', { labels: { role: 'db' } }, { labels: { role: 'db' } }],
    ['a label that was removed', { labels: {} }, { labels: {} }],
  ])('%s', async (_, edit, actual) => {
    await using cloud = await practiceCloud();
    const server = await aServer(cloud);
    await cloud.click('PATCH', 'servers/p-web', edit);
    expect(await server.observe()).toMatchObject({ exists: true, actual });
    await server.carryOut({ type: 'correct', missing: false, drift: [] });
    expect(await cloud.objects('servers')).toMatchObject([small]);
    const effects = await cloud.effects();
    await server.carryOut({ type: 'correct', missing: false, drift: [] });
    expect(await cloud.effects()).toEqual(effects);
  });

  test('a label too many', async () => {
    await using cloud = await practiceCloud();
    const network = await aNetwork(cloud);
    await cloud.click('PATCH', 'networks/p-net', { labels: { extra: 'x' } });
    expect(await network.observe()).toMatchObject({ expected: { labels: { extra: null } }, actual: { labels: { extra: 'x' } } });
    await network.carryOut({ type: 'correct', missing: false, drift: [] });
    expect(await network.observe()).toMatchObject({ expected: { labels: {} }, actual: { labels: {} } });
  });

  test('a disk that was detached, and one that was made larger', async () => {
    await using cloud = await practiceCloud();
    const server = await aServer(cloud);
    const disk = await new Life(cloud, diskModule(cloud), { size_gb: 10 }, { name: 'data', needs: { server: server.need } }).create();
    await cloud.click('PATCH', 'disks/p-data', { server: null, sizeGb: 20 });
    const seen = await disk.observe();
    expect(seen).toMatchObject({
      actual: { size_gb: 20, server: null },
      expected: { size_gb: 10, server: expect.stringMatching(/^srv-/) },
    });
    await expect(disk.carryOut({ type: 'correct', missing: false, drift: [] }, { attempts: 1 })).rejects.toMatchObject({
      problem: { code: 'invalid', path: ['spec', 'size_gb'] },
    });
    await disk.carryOut({ type: 'update', spec: { size_gb: 20 } });
    expect(await cloud.objects('disks')).toMatchObject([{ sizeGb: 20, device: '/dev/vdb' }]);
  });
});

test('what was deleted in the console is missing, and is made again with another id', async () => {
  await using cloud = await practiceCloud();
  const network = await aNetwork(cloud);
  const before = network.subject.output;
  await cloud.click('DELETE', 'networks/p-net');
  expect(await network.observe()).toEqual({ exists: false });
  await network.carryOut({ type: 'correct', missing: true, drift: [] });
  expect(network.subject.output).not.toEqual(before);
  expect(await network.observe()).toMatchObject({ exists: true, output: network.subject.output });
});

test('what somebody else has put in the place of what was deleted is not taken for it', async () => {
  await using cloud = await practiceCloud();
  const network = await aNetwork(cloud);
  await cloud.click('DELETE', 'networks/p-net');
  await cloud.click('POST', 'networks', { name: 'p-net', cidr: '10.1.0.0/16' });
  expect(await network.observe()).toEqual({ exists: false });
});

test('what is only observed is seen by its name', async () => {
  await using cloud = await practiceCloud();
  await cloud.click('POST', 'networks', { name: 'legacy', cidr: '10.9.0.0/16' });
  const network = new Life(cloud, networkModule(cloud), { cidr: '10.8.0.0/16', name: 'legacy' });
  expect(await network.observe()).toMatchObject({ exists: true, actual: { cidr: '10.9.0.0/16' }, expected: { cidr: '10.8.0.0/16' } });
});

test('a change that is under way is no drift by itself, and a broken thing is', async () => {
  await using cloud = await practiceCloud();
  await cloud.fault({ effect: 'operation_fails', method: 'POST', times: 1 });
  const network = new Life(cloud, networkModule(cloud), { cidr: '10.1.0.0/16' });
  network.begin({ type: 'create', spec: network.subject.spec });
  await network.step();
  expect(await network.observe()).toMatchObject({ actual: { state: 'ready' } });
  cloud.pass(1_000);
  expect(await network.observe()).toMatchObject({ actual: { state: 'error' }, expected: { state: 'ready' } });
});

test('a dependency that has no id yet is not compared', async () => {
  await using cloud = await practiceCloud();
  const server = await aServer(cloud);
  server.subject = { ...server.subject, needs: { network: { kind: 'cloud_network', name: 'net' } } };
  const seen = await server.observe();
  expect(seen?.exists && seen.expected).toEqual({
    state: 'ready',
    image: 'debian-12',
    size: 'small',
    power: 'on',
    labels: { role: 'web' },
  });
});
