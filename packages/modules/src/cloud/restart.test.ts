import { describe, expect, test } from 'vitest';
import { networkModule } from './network/kind.ts';
import { Life } from './testing/life.ts';
import { practiceCloud, type PracticeCloud } from './testing/practice-cloud.ts';

const aNetworkToBe = (cloud: PracticeCloud): Life => new Life(cloud, networkModule(cloud), { cidr: '10.1.0.0/16' });
const labelled = { cidr: '10.1.0.0/16', labels: { team: 'payments' } };

describe('an operation that fails', () => {
  test('is told with its message, and trying again makes a new attempt', async () => {
    await using cloud = await practiceCloud();
    await cloud.fault({ effect: 'operation_fails', method: 'POST', times: 2 });
    const network = await aNetworkToBe(cloud).create();
    expect(network.problems[0]?.problem).toMatchObject({
      code: 'unavailable',
      message: 'the cloud could not create the network: The operation failed, as the fault asked for.',
    });
    expect(await cloud.objects('networks')).toMatchObject([
      { name: 'p-web', state: 'ready', id: network.need.output && expect.any(String) },
    ]);
    const attempt = ['create networks/p-web', 'delete networks/p-web'];
    expect(await cloud.effects()).toEqual([...attempt, ...attempt, 'create networks/p-web']);
  });

  test('also where the discarding of what is broken fails', async () => {
    await using cloud = await practiceCloud();
    await cloud.fault({ effect: 'operation_fails', times: 2 });
    await aNetworkToBe(cloud).create({ crashy: true });
    const discards = ['delete networks/p-web', 'delete networks/p-web'];
    expect(await cloud.effects()).toEqual(['create networks/p-web', ...discards, 'create networks/p-web']);
  });

  test.each([
    ['change', { type: 'update', spec: labelled }, 'PATCH', ['update networks/p-web', 'update networks/p-web']],
    ['delete', { type: 'delete' }, 'DELETE', ['delete networks/p-web', 'delete networks/p-web']],
  ] as const)('of a %s is started anew', async (verb, intent, method, effects) => {
    await using cloud = await practiceCloud();
    const network = await aNetworkToBe(cloud).create();
    await cloud.fault({ effect: 'operation_fails', method, times: 1 });
    await network.carryOut(intent, { crashy: true });
    expect(network.problems[0]?.message).toContain(`could not ${verb} the network`);
    expect(await cloud.effects()).toEqual(['create networks/p-web', ...effects]);
  });

  test('always leads to a failure, and a person who tries again gets a new attempt', async () => {
    await using cloud = await practiceCloud();
    await cloud.fault({ effect: 'operation_fails', method: 'POST' });
    const network = aNetworkToBe(cloud);
    await expect(network.create({ attempts: 6 })).rejects.toThrow('could not create the network');
    await cloud.clear();
    expect(await network.run()).toMatchObject({ type: 'done' });
  });

  test('at once, for ever, does not keep a step busy without end', async () => {
    await using cloud = await practiceCloud({ delayMs: 0 });
    const network = await aNetworkToBe(cloud).create();
    await cloud.fault({ effect: 'operation_fails', method: 'PATCH' });
    await expect(network.carryOut({ type: 'update', spec: labelled }, { attempts: 3 })).rejects.toThrow('could not change the network');
    expect((await cloud.effects()).length).toBeLessThan(20);
  });

  test('and leaves a broken thing behind that a later look discards', async () => {
    await using cloud = await practiceCloud();
    await cloud.fault({ effect: 'operation_fails', method: 'POST', times: 1 });
    const network = aNetworkToBe(cloud);
    network.begin({ type: 'create', spec: network.subject.spec });
    await network.step();
    cloud.pass(1_000);
    await network.carryOut({ type: 'create', spec: labelled });
    expect(await cloud.objects('networks')).toMatchObject([{ state: 'ready', labels: { team: 'payments' } }]);
    expect(network.problems).toEqual([]);
  });
});
