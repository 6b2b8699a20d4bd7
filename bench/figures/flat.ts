/** The rate of syncs while few resources are there and while many are: the same number is changed at once in both. */
import type { Bed } from '../bed.ts';
import { crowdOf, CROWD } from '../crowd.ts';
import { median, type Row, rowOf } from '../figure.ts';
import { startEngine, syncBurst } from './sync.ts';

const BURSTS = 7;

export async function flat(bed: Bed): Promise<readonly Row[]> {
  const { few, many, burst } = bed.scale;
  const crowded = await startEngine(bed, await crowdOf(bed));
  const sparse = await startEngine(bed, await bed.database());
  await syncBurst(sparse, { request: 'create', count: few, tag: CROWD });
  const rates = { few: [] as number[], many: [] as number[] };
  // By turns, so that what else the machine does meets both.
  for (let i = 0; i <= BURSTS; i += 1) {
    const change = { request: 'update', count: burst, tag: CROWD, mark: `m${i}` } as const;
    const amongFew = await syncBurst(sparse, { ...change, among: few });
    const amongMany = await syncBurst(crowded, { ...change, among: many });
    if (i === 0) continue; // the first one only warms up
    rates.few.push(amongFew.perSecond);
    rates.many.push(amongMany.perSecond);
  }
  await Promise.all([sparse.close(), crowded.close()]);
  bed.say(`syncs among ${few}: ${shown(rates.few)} /s; among ${many}: ${shown(rates.many)} /s`);
  return [
    rowOf({
      name: `one-step syncs with ${many.toLocaleString('en')} resources`,
      value: median(rates.many),
      unit: '/s',
      beside: { what: `with ${few.toLocaleString('en')} resources`, value: median(rates.few) },
      goal: { of: 'ratio', atLeast: 1 / 1.3 },
    }),
  ];
}

const shown = (rates: readonly number[]): string => rates.map((rate) => rate.toFixed(0)).join(', ');
