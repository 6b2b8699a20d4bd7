/** From the request that changes something, on an idle server, to the call of the module that brings it about. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bed, Serving } from '../bed.ts';
import { at, type Row, rowOf } from '../figure.ts';
import { Exchange } from '../http/exchange.ts';
import { requests } from '../http/requests.ts';
import { rawWakeUps } from '../limits/raw-notify.ts';

const PATIENCE_MS = 10_000;
/** Long enough for everything to come to rest; a little different each time, so that no timer keeps step with it. */
const restMs = (i: number): number => 20 + ((i * 7) % 13);

export async function latency(bed: Bed): Promise<readonly Row[]> {
  const database = await bed.database();
  const raw = await rawWakeUps(database, bed.scale.samples);
  const together = await bed.serve(database, ['--role', 'all'], { BENCH_STAMP: '1' });
  const inOne = await sample(bed, together, together, 'one');
  await together.stop();
  const api = await bed.serve(database, ['--role', 'api']);
  const worker = await bed.serve(database, ['--role', 'worker'], { BENCH_STAMP: '1' });
  const inTwo = await sample(bed, api, worker, 'two');
  await worker.stop();
  await api.stop();
  return [...rowsOf('one process', inOne, raw), ...rowsOf('two processes', inTwo, raw)];
}

const rowsOf = (where: string, took: readonly number[], raw: readonly number[]): readonly Row[] =>
  ([0.5, 0.99] as const).map((share) =>
    rowOf({
      name: `change to start of sync, ${where}, p${share * 100}`,
      value: at(took, share),
      unit: 'ms',
      beside: { what: 'a row written and heard of by NOTIFY', value: at(raw, share) },
      goal: { of: 'value', atMost: share === 0.5 ? 10 : 50 },
    }),
  );

/** Counted from before the request was sent, so that the acknowledged write is part of it. */
async function sample(bed: Bed, api: Serving, worker: Serving, tag: string): Promise<readonly number[]> {
  const lane = await Exchange.open(api.url, (error) => {
    throw error;
  });
  const took: number[] = [];
  for (let i = -5; i < bed.scale.samples; i += 1) {
    const request = requests.create(i + 5, { tag, mark: '', page: 0 });
    const stamped = stampOf(worker, `${tag}-${i + 5}`);
    const started = process.hrtime.bigint();
    lane.send(request, (status) => status >= 300 && worker.child.emit('message', { name: `answered ${status}` }));
    const ms = Number((await stamped) - started) / 1e6;
    if (i >= 0) took.push(ms); // the first ones only warm up
    await sleep(restMs(i + 5));
  }
  lane.close();
  return took;
}

function stampOf({ child }: Serving, name: string): Promise<bigint> {
  const { promise, resolve, reject } = Promise.withResolvers<bigint>();
  const timer = setTimeout(() => reject(new Error(`${name} was not synced within ${PATIENCE_MS} ms`)), PATIENCE_MS);
  child.once('message', (said: { name: string; atNs: string }) => {
    clearTimeout(timer);
    if (said.name === name) resolve(BigInt(said.atNs));
    else reject(new Error(`waited for the sync of ${name}, and heard ${said.name}`));
  });
  return promise;
}
