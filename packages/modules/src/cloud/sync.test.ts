import { describe, expect, test } from 'vitest';
import { diskModule } from './disk/kind.ts';
import { networkModule } from './network/kind.ts';
import { serverModule } from './server/kind.ts';
import { aNetwork, Life } from './testing/life.ts';
import { practiceCloud, type PracticeCloud } from './testing/practice-cloud.ts';

const small = { size: 'small', image: 'debian-12', power: 'on' } as const;

const aServer = async (cloud: PracticeCloud, spec: object = {}): Promise<Life> =>
  new Life(cloud, serverModule(cloud), { ...small, ...spec }, { needs: { network: (await aNetwork(cloud)).need } });

describe('a create', () => {
  test('says how far it has come, and ends with what the cloud says', async () => {
    await using cloud = await practiceCloud();
    const server = await (await aServer(cloud)).create();
    expect(server.progress).toEqual(['creating, 0 %', 'creating, 41 %', 'creating, 83 %']);
    expect(server.subject.output).toEqual({
      id: expect.stringMatching(/^srv-/),
      address: '10.1.0.2',
      network: expect.stringMatching(/^net-/),
      size: 'small',
      power: 'on',
    });
    expect(await cloud.objects('servers')).toMatchObject([{ name: 'p-web', labels: { 'ectropy.dev/owner': server.subject.urn } }]);
  });

  test.each([
    ['the reply is lost', { effect: 'lost', method: 'POST', times: 3 }],
    ['the connection is cut', { effect: 'refuse', times: 3 }],
    ['it answers 503', { effect: 'fail', times: 3 }],
    ['looks get lost', { effect: 'lost', method: 'GET', times: 5 }],
  ])('has one effect although %s', async (_, fault) => {
    await using cloud = await practiceCloud();
    const server = await aServer(cloud);
    await cloud.fault({ ...fault, path: '/v1/' });
    await server.create();
    expect(await cloud.effects()).toEqual(['create networks/p-net', 'create servers/p-web']);
    expect(server.problems.length).toBeGreaterThan(0);
    expect(new Set(server.problems.map(({ problem }) => problem.code))).toEqual(new Set(['unavailable']));
  });

  test('has one effect although the worker dies after every step', async () => {
    await using cloud = await practiceCloud();
    const server = await (await aServer(cloud)).create({ crashy: true });
    await server.carryOut({ type: 'update', spec: { ...small, size: 'large' } }, { crashy: true });
    await server.carryOut({ type: 'act', action: 'reboot', params: {} }, { crashy: true });
    await server.carryOut({ type: 'delete' }, { crashy: true });
    const all = ['create networks/p-net', 'create servers/p-web', 'update servers/p-web', 'reboot servers/p-web', 'delete servers/p-web'];
    expect(await cloud.effects()).toEqual(all);
  });

  test('that was superseded while it ran is brought to the new spec, without a second server', async () => {
    await using cloud = await practiceCloud();
    const server = await aServer(cloud);
    server.begin({ type: 'create', spec: small });
    await server.step({ forget: true });
    await server.carryOut({ type: 'create', spec: { ...small, size: 'medium' } });
    expect(await cloud.objects('servers')).toMatchObject([{ size: 'medium' }]);
    expect(await cloud.effects()).toEqual(['create networks/p-net', 'create servers/p-web', 'update servers/p-web']);
  });

  test('that was superseded by another image makes the server anew', async () => {
    await using cloud = await practiceCloud();
    const server = await aServer(cloud);
    server.begin({ type: 'create', spec: small });
    await server.step({ forget: true });
    await server.carryOut({ type: 'create', spec: { ...small, image: 'debian-13' } });
    expect(await cloud.objects('servers')).toMatchObject([{ image: 'debian-13' }]);
  });

  test('leaves alone what somebody else has made under the name, and so does a delete', async () => {
    await using cloud = await practiceCloud();
    const network = new Life(cloud, networkModule(cloud), { cidr: '10.1.0.0/16' });
    await cloud.click('POST', 'networks', { name: 'p-web', cidr: '10.9.0.0/16' });
    const problem = { code: 'exists', path: ['spec', 'name'], hint: expect.stringContaining('ectropy import') };
    await expect(network.create({ attempts: 1 })).rejects.toMatchObject({ problem });
    await network.carryOut({ type: 'delete' });
    expect(await cloud.objects('networks')).toMatchObject([{ name: 'p-web', cidr: '10.9.0.0/16' }]);
    expect(await cloud.effects()).toEqual([]);
  });

  test('beyond the quota says so and goes on once there is room', async () => {
    await using cloud = await practiceCloud({ quota: { networks: 1 } });
    await aNetwork(cloud, 'first');
    const second = new Life(cloud, networkModule(cloud), { cidr: '10.2.0.0/16' });
    await expect(second.create({ attempts: 2 })).rejects.toMatchObject({
      problem: { code: 'limited', message: expect.stringContaining('is 1; delete one first'), hint: expect.stringContaining('quota') },
    });
    await cloud.click('DELETE', 'networks/p-first');
    expect(await second.run()).toMatchObject({ type: 'done' });
  });

  test('with a dependency whose id is not known waits', async () => {
    await using cloud = await practiceCloud();
    const server = new Life(cloud, serverModule(cloud), small, { needs: { network: { kind: 'cloud_network', name: 'net', output: {} } } });
    await expect(server.create({ attempts: 1 })).rejects.toMatchObject({
      problem: { code: 'unavailable', path: ['dependencies', 'network'] },
    });
  });

  test('whose dependency changes between two attempts at the same step still ends as declared', async () => {
    await using cloud = await practiceCloud();
    const server = await aServer(cloud);
    const other = await aNetwork(cloud, 'other', '10.2.0.0/16');
    server.begin({ type: 'create', spec: small });
    await server.step({ forget: true });
    server.subject = { ...server.subject, needs: { network: other.need } };
    await server.run();
    expect(server.subject.output).toMatchObject({ address: '10.2.0.2' });
    expect(await cloud.objects('servers')).toHaveLength(1);
  });
});

test('a server whose network became known only after the plan is made anew in it, and stays where the network is the same', async () => {
  await using cloud = await practiceCloud();
  const server = await (await aServer(cloud)).create();
  const other = await aNetwork(cloud, 'other', '10.2.0.0/16');
  const known = server.subject.needs;
  for (const [needs, address] of [
    [known, '10.1.0.2'],
    [{ network: other.need }, '10.2.0.2'],
  ] as const) {
    server.subject = { ...server.subject, needs: { network: { kind: 'cloud_network', name: 'later' } } };
    server.begin({ type: 'update', spec: small });
    server.subject = { ...server.subject, needs };
    await server.run();
    expect(server.subject.output).toMatchObject({ address });
  }
  expect((await cloud.effects()).slice(3)).toEqual(['delete servers/p-web', 'create servers/p-web']);
});

test('another operation that is under way is waited for', async () => {
  await using cloud = await practiceCloud();
  const server = await (await aServer(cloud)).create();
  const twin = new Life(cloud, serverModule(cloud), small, { needs: server.subject.needs, output: server.subject.output });
  server.begin({ type: 'update', spec: { ...small, size: 'large' } });
  await server.step();
  twin.begin({ type: 'act', action: 'reboot', params: {} });
  await server.step();
  await twin.run();
  expect(twin.progress).toContain('waiting: another operation on the server is under way');
  expect(await cloud.effects()).toContain('reboot servers/p-web');
});

describe('a fence', () => {
  test('that is older than one that was seen is a conflict and has no effect', async () => {
    await using cloud = await practiceCloud();
    const late = new Life(cloud, networkModule(cloud), { cidr: '10.1.0.0/16' });
    late.begin({ type: 'create', spec: late.subject.spec });
    const first = await new Life(cloud, networkModule(cloud), { cidr: '10.1.0.0/16' }).create();
    await first.carryOut({ type: 'delete' });
    await expect(late.step()).rejects.toMatchObject({ problem: { code: 'conflict' } });
    expect(await cloud.objects('networks')).toEqual([]);
  });
});

describe('a delete', () => {
  test('of what is in use is a conflict that names the user, and of what is gone already is gone', async () => {
    await using cloud = await practiceCloud();
    const server = await (await aServer(cloud)).create();
    const network = new Life(
      cloud,
      networkModule(cloud),
      { cidr: '10.1.0.0/16' },
      { output: server.subject.needs['network']?.output ?? null },
    );
    await expect(network.carryOut({ type: 'delete' }, { attempts: 1 })).rejects.toMatchObject({
      problem: { code: 'conflict', message: expect.stringContaining('p-web'), hint: expect.stringContaining('first') },
    });
    await server.carryOut({ type: 'delete' });
    await server.carryOut({ type: 'delete' });
    expect(await network.run()).toEqual({ type: 'gone' });
    expect((await cloud.effects()).filter((effect) => effect.startsWith('delete'))).toEqual([
      'delete servers/p-web',
      'delete networks/p-net',
    ]);
  });

  test('that comes while the create runs waits for it, and leaves nothing', async () => {
    await using cloud = await practiceCloud();
    const disk = new Life(cloud, diskModule(cloud), { size_gb: 10 });
    disk.begin({ type: 'create', spec: disk.subject.spec });
    await disk.step({ forget: true });
    await disk.carryOut({ type: 'delete' });
    expect(disk.progress).toContain('waiting: another operation on the disk is under way');
    expect(await cloud.objects('disks')).toEqual([]);
    expect(disk.problems).toEqual([]);
  });
});

describe('a disk', () => {
  test('is attached, moved and detached in place', async () => {
    await using cloud = await practiceCloud();
    const one = await (await aServer(cloud)).create();
    const two = await new Life(cloud, serverModule(cloud), small, { name: 'two', needs: one.subject.needs }).create();
    const disk = await new Life(cloud, diskModule(cloud), { size_gb: 10 }, { name: 'data', needs: { server: one.need } }).create();
    const first = disk.subject.output;
    expect(first).toMatchObject({ device: '/dev/vdb', server: expect.stringMatching(/^srv-/) });
    disk.subject = { ...disk.subject, needs: { server: two.need } };
    await disk.carryOut({ type: 'update', spec: { size_gb: 10 } });
    expect(disk.subject.output).not.toEqual(first);
    disk.subject = { ...disk.subject, needs: {} };
    expect(disk.plan({ type: 'update', spec: { size_gb: 10 } })).toMatchObject({ summary: ['detach from its server'] });
    await disk.carryOut({ type: 'update', spec: { size_gb: 10 } });
    expect(Object.keys(disk.subject.output ?? {})).toEqual(['id']);
  });
});
