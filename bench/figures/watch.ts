/** Many watchers of a server that changes steadily: how long after it was asked for does a change reach everybody. */
import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bed } from '../bed.ts';
import { cpuMsOf } from '../cpu.ts';
import { type Row, rowOf } from '../figure.ts';
import { Exchange } from '../http/exchange.ts';
import { requests } from '../http/requests.ts';
import type { Watched } from '../watchers.ts';

export async function watch(bed: Bed): Promise<readonly Row[]> {
  const { watchers, changesPerSecond } = bed.scale;
  const bare = await bed.startAnswering('fan-out.ts');
  const limit = await measure(bed, bare.word, bare.child.pid ?? 0);
  bare.child.disconnect();
  const api = await bed.serve(await bed.database(), ['--role', 'api']);
  const watched = await measure(bed, api.url, api.pid);
  await api.stop();
  return [
    rowOf({
      name: `${watchers.toLocaleString('en')} watchers, ${changesPerSecond} changes per second, p99`,
      value: watched.p99Ms,
      unit: 'ms',
      beside: { what: 'a server that only hands on what it gets', value: limit.p99Ms },
      goal: { of: 'value', atMost: 500 },
      note: `p50 ${watched.p50Ms} ms (bare ${limit.p50Ms}); CPU of the server ${watched.serverCpu.toFixed(2)} cores (bare ${limit.serverCpu.toFixed(2)}), of the watchers ${watched.watcherCpu.toFixed(2)}`,
    }),
  ];
}

type Measured = Watched & { readonly serverCpu: number; readonly watcherCpu: number };

async function measure(bed: Bed, url: string, pid: number): Promise<Measured> {
  const { watchers, changesPerSecond, watchedSeconds } = bed.scale;
  const all = await bed.start('watchers.ts', [url, String(watchers)]);
  const used = cpuMsOf(pid);
  const started = performance.now();
  const changes = changesPerSecond * watchedSeconds;
  await change(url, changes, changesPerSecond);
  const watched = await settled(all, changes * watchers);
  const ms = performance.now() - started;
  all.disconnect();
  bed.say(`${url}: ${JSON.stringify(watched)}`);
  return { ...watched, serverCpu: (cpuMsOf(pid) - used) / ms, watcherCpu: watched.cpuMs / ms };
}

/** Steadily, whatever the answers take. */
async function change(url: string, count: number, perSecond: number): Promise<void> {
  const failed = Promise.withResolvers<never>();
  const idle: Exchange[] = [];
  const answers: Promise<void>[] = [];
  const started = performance.now();
  for (let i = 0; i < count; i += 1) {
    await sleep(Math.max(0, started + (i * 1000) / perSecond - performance.now()));
    const lane = idle.pop() ?? (await Exchange.open(url, failed.reject));
    const { promise, resolve } = Promise.withResolvers<void>();
    answers.push(promise);
    lane.send(requests.create(i, { tag: 'w', mark: String(process.hrtime.bigint()), page: 0 }), (status) => {
      if (status >= 300) failed.reject(new Error(`a change was answered ${status}`));
      idle.push(lane);
      resolve();
    });
  }
  await Promise.race([Promise.all(answers), failed.promise]);
  for (const lane of idle) lane.close();
}

const PATIENCE_MS = 60_000;

async function settled(all: ChildProcess, deliveries: number): Promise<Watched> {
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until; await sleep(50)) {
    all.send('how many?');
    const [watched] = (await once(all, 'message')) as [Watched];
    if (watched.deliveries === deliveries) return watched;
    if (watched.deliveries > deliveries) throw new Error(`${watched.deliveries} deliveries instead of ${deliveries}`);
  }
  throw new Error(`not all ${deliveries} deliveries came within ${PATIENCE_MS} ms`);
}
