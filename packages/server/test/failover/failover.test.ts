/** PostgreSQL with a synchronous standby: the primary dies under load, the standby takes its place, and nobody loses anything (L1) (L6). */
import { describe, expect, test } from 'vitest';
import { until } from '../../src/testing/until.ts';
import { call, file, resources } from '../product.ts';
import { findPrograms } from './node.ts';
import { type Pair, startPair } from './pair.ts';
import { startProxy } from './proxy.ts';
import { openScene, type Scene, whole } from './scene.ts';

const programs = await findPrograms();
if (programs === undefined) console.log('skipped: failover needs pg_basebackup and /proc; install PostgreSQL of the operating system');

const SERVING_WITHIN_MS = 15_000;

/** From the promotion to the first write that each server has acknowledged since. */
async function servingAgain({ servers, load, more }: Scene, since: number): Promise<number> {
  const first = (url: string): number | undefined => load.acknowledged.find(({ by, at }) => by === url && at > since)?.at;
  while (!servers.every(({ url }) => first(url) !== undefined)) await more(1, SERVING_WITHIN_MS);
  return Math.max(...servers.map(({ url }) => first(url) ?? Number.POSITIVE_INFINITY)) - since;
}

async function killAndPromote({ primary, standby }: Pair, promoted: () => void = () => undefined): Promise<number> {
  await primary.kill();
  await standby.promote();
  promoted();
  return performance.now();
}

const mine = `application_name like 'ectropy%' and application_name <> 'ectropy-look'`;

describe.skipIf(programs === undefined)('when the primary dies', () => {
  test(
    'the servers find the new one among the hosts that they were given, and nothing acknowledged is lost',
    { timeout: 240_000 },
    async () => {
      await using pair = await startPair(programs ?? '');
      await using scene = await openScene(pair.url);
      await scene.more(150);
      const servingMs = await servingAgain(scene, await killAndPromote(pair));
      expect(servingMs).toBeLessThan(SERVING_WITHIN_MS);
      await scene.more(150);

      await pair.primary.start(); // as it was: it believes to be the primary
      const before = await clockOf(pair);
      await pair.standby.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${mine}`);
      await scene.more(100);
      const newcomer = await scene.join();
      expect((await call(newcomer, resources, { body: file('newcomer') })).status).toBe(200);
      expect(await clockOf(pair), 'the old primary is not written to').toEqual(before);
      expect(await pair.primary.query(`select application_name from pg_stat_activity where ${mine}`)).toEqual([]);

      const { complaints, writes, again } = await scene.verdict();
      console.log(`failover, several hosts: serving again after ${Math.round(servingMs)} ms; ${writes} writes, ${again} asked for again`);
      expect(complaints).toEqual([]);
    },
  );

  test.runIf(whole)(
    'a standby that is promoted while the old primary lives on takes a server over, with all that it reads',
    { timeout: 240_000 },
    async () => {
      await using pair = await startPair(programs ?? '');
      await using scene = await openScene(pair.url, 1);
      await scene.more(60);
      await pair.standby.promote();
      const servingMs = await servingAgain(scene, performance.now());
      await scene.more(60);
      expect(await pair.primary.query(`select state from pg_stat_activity where ${mine} and state <> 'active'`)).toEqual([]);
      const { complaints, writes, again } = await scene.verdict();
      console.log(`failover, both alive: serving again after ${Math.round(servingMs)} ms; ${writes} writes, ${again} asked for again`);
      expect(complaints).toEqual([]);
    },
  );

  test.runIf(whole)('the servers follow the one address that leads to the primary', { timeout: 240_000 }, async () => {
    await using pair = await startPair(programs ?? '');
    await using proxy = await startProxy(pair.primary.port);
    await using scene = await openScene(`postgres://postgres@127.0.0.1:${proxy.port}/postgres`);
    await scene.more(150);
    const servingMs = await servingAgain(scene, await killAndPromote(pair, () => proxy.to(pair.standby.port)));
    expect(servingMs).toBeLessThan(SERVING_WITHIN_MS);
    await scene.more(100);

    await pair.primary.start();
    const before = await clockOf(pair);
    proxy.to(pair.primary.port, { cut: true }); // the balancer is wrong for a while
    const refused = scene.load.again();
    await until(() => scene.load.again() >= refused + 20, { timeoutMs: 30_000, what: 'refusals' });
    expect(await clockOf(pair), 'the old primary is not written to').toEqual(before);
    proxy.to(pair.standby.port, { cut: true });
    await scene.more(100);

    const { complaints, writes, again } = await scene.verdict();
    console.log(`failover, one address: serving again after ${Math.round(servingMs)} ms; ${writes} writes, ${again} asked for again`);
    expect(complaints).toEqual([]);
  });
});

const clockOf = ({ primary }: Pair): Promise<Record<string, unknown>[]> => primary.query('select version::text, graph from ectropy.clock');
