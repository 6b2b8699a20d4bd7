import { describe, expect, test } from 'vitest';
import { networkModule } from './network/kind.ts';
import { aHost, aNetwork, aSubject, Life } from './testing/life.ts';
import { practiceCloud } from './testing/practice-cloud.ts';

describe('import', () => {
  test.each(['by its name', 'by its id'])('takes over what a person made, %s', async (how) => {
    await using cloud = await practiceCloud();
    await cloud.click('POST', 'networks', { name: 'legacy', cidr: '10.9.0.0/16', labels: { by: 'hand' } });
    const [{ id } = {}] = await cloud.objects('networks');
    const module = networkModule(cloud);
    const reference = how === 'by its id' ? String(id) : 'legacy';
    const found = await module.find?.(reference, aSubject(null), aHost());
    const spec = { cidr: '10.9.0.0/16', name: 'legacy', labels: { by: 'hand' } };
    expect(found).toEqual({ spec, output: { id, cidr: '10.9.0.0/16', gateway: '10.9.0.1' } });
    if (!found) return;
    const network = new Life(cloud, module, spec);
    expect(network.plan({ type: 'adopt', spec, found })).toEqual({ type: 'noop' });
    await network.carryOut({ type: 'adopt', spec: { ...spec, labels: { by: 'ectropy' } }, found });
    await network.carryOut({ type: 'delete' });
    expect(await cloud.effects()).toEqual(['update networks/legacy', 'delete networks/legacy']);
  });

  test('leaves the name out where it is the derived one', async () => {
    await using cloud = await practiceCloud();
    await aNetwork(cloud);
    const found = await networkModule(cloud).find?.('p-net', aSubject(null, { name: 'net' }), aHost());
    expect(found?.spec).toEqual({ cidr: '10.1.0.0/16' });
  });

  test('finds nothing under a name that nobody has, and refuses what is none', async () => {
    await using cloud = await practiceCloud();
    const find = (reference: string) => networkModule(cloud).find?.(reference, aSubject(null), aHost());
    expect(await find('nobody')).toBeUndefined();
    for (const reference of ['', '..', '../../faults', 'a b', 'x'.repeat(10_000), '💥'])
      await expect(find(reference)).rejects.toMatchObject({ problem: { code: 'invalid' } });
  });
});
