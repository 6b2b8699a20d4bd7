/** Apply over HTTP, beside the same rows written straight to PostgreSQL, one statement each. */
import type { Bed } from '../bed.ts';
import { cpuMsOf, cpuMsOfServer } from '../cpu.ts';
import { median, type Round, type Row, rowOfRounds } from '../figure.ts';
import { openRawApply } from '../limits/raw-apply.ts';
import { openStoreClock } from '../store-clock.ts';

const CONNECTIONS = 64;
const RAW_CONNECTIONS = 16;

export const apply = async (bed: Bed): Promise<readonly Row[]> => measureApply(bed, await bed.database(), { where: '', goal: true });

export async function measureApply(
  bed: Bed,
  database: string,
  { where, goal }: { readonly where: string; readonly goal: boolean },
): Promise<readonly Row[]> {
  const { applies, warmUp, rounds } = bed.scale;
  const api = await bed.serve(database, ['--role', 'api']);
  const load = await bed.load();
  const clock = await openStoreClock(database);
  const create = { url: api.url, connections: CONNECTIONS, request: 'create' } as const;
  await load.run({ ...create, count: warmUp, tag: 'warm' });
  const raw = await openRawApply(database, RAW_CONNECTIONS, 'warm-0');
  await raw.run(warmUp);

  const all: (Round & { readonly usPerApply: Readonly<Record<'api' | 'postgres' | 'load', number>> })[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const beside = await raw.run(applies);
    const before = { api: cpuMsOf(api.pid), postgres: cpuMsOfServer(clock.backend) };
    const { perSecond, cpuMs } = await load.run({ ...create, count: applies, tag: `r${round}` });
    const each = (ms: number): number => (ms * 1000) / applies;
    const usPerApply = {
      api: each(cpuMsOf(api.pid) - before.api),
      postgres: each(cpuMsOfServer(clock.backend) - before.postgres),
      load: each(cpuMs),
    };
    all.push({ value: perSecond, beside, usPerApply });
    bed.say(`apply ${round}: ${perSecond.toFixed(0)}/s, raw ${beside.toFixed(0)}/s, CPU µs each ${JSON.stringify(usPerApply)}`);
  }
  await raw.close();
  await clock.close();
  await api.stop();
  const cost = (of: 'api' | 'postgres' | 'load'): string => median(all.map(({ usPerApply }) => usPerApply[of])).toFixed(0);
  return [
    rowOfRounds(all, {
      name: `apply over HTTP, ${CONNECTIONS} connections${where}`,
      unit: '/s',
      beside: `one statement each, ${RAW_CONNECTIONS} connections`,
      ...(goal && { goal: { of: 'ratio', atLeast: 0.5 } }),
      note: `CPU per apply: server ${cost('api')} µs, PostgreSQL ${cost('postgres')} µs, load generator ${cost('load')} µs`,
    }),
  ];
}
