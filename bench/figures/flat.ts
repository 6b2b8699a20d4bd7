/** The rate of syncs while few resources are there and while many are: the same number is changed at once in both. */
import type { Bed } from '../bed.ts';
import { crowdOf, CROWD } from '../crowd.ts';
import { median, type Row, rowOf } from '../figure.ts';
import { type Engine, startEngine, syncBurst } from './sync.ts';

const BURSTS = 7;

export async function flat(bed: Bed): Promise<readonly Row[]> {
  const { few, many } = bed.scale;
  const crowded = await crowdOf(bed);
  const sparse = await startEngine(bed, await bed.database());
  await syncBurst(sparse, { request: 'create', count: few, tag: CROWD });
  const withFew = await rateOf(sparse, bed, few);
  await sparse.close();
  const crowd = await startEngine(bed, crowded);
  const withMany = await rateOf(crowd, bed, many);
  await crowd.close();
  return [
    rowOf({
      name: `one-step syncs with ${many.toLocaleString('en')} resources`,
      value: withMany,
      unit: '/s',
      beside: { what: `with ${few.toLocaleString('en')} resources`, value: withFew },
      goal: { of: 'ratio', atLeast: 1 / 1.3 },
    }),
  ];
}

async function rateOf(engine: Engine, { scale, say }: Bed, among: number): Promise<number> {
  const rates: number[] = [];
  for (let i = 0; i <= BURSTS; i += 1) {
    const { perSecond } = await syncBurst(engine, { request: 'update', count: scale.burst, among, tag: CROWD, mark: `m${i}` });
    if (i > 0) rates.push(perSecond); // the first one only warms up
  }
  say(`syncs among ${among}: ${rates.map((rate) => rate.toFixed(0)).join(', ')} /s`);
  return median(rates);
}
