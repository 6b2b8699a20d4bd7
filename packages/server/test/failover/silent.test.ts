/** Servers that say nothing: a frozen primary closes no connection, and a standby that is away keeps every commit waiting. */
import { describe, expect, test } from 'vitest';
import { until } from '../../src/testing/until.ts';
import { type Answer, call, file, resources, scratch, startProduct } from '../product.ts';
import { findPrograms } from './node.ts';
import { startPair } from './pair.ts';
import { startProxy } from './proxy.ts';
import { openScene, whole } from './scene.ts';

const programs = await findPrograms();
const WORKING = `application_name like 'ectropy%' and application_name <> 'ectropy-look'`;

const timed = async (asked: Promise<Answer>): Promise<{ readonly answer: Answer; readonly ms: number }> => {
  const began = performance.now();
  const answer = await asked;
  return { answer, ms: performance.now() - began };
};

describe.skipIf(programs === undefined || !whole)('a database that is silent', () => {
  test(
    'is answered for with 503 in bounded time; the servers leave it for the one that is promoted, and do not return',
    { timeout: 240_000 },
    async () => {
      await using pair = await startPair(programs ?? '');
      await using proxy = await startProxy(pair.primary.port);
      await using scene = await openScene(`postgres://postgres@127.0.0.1:${proxy.port}/postgres`);
      await scene.more(60);
      pair.primary.freeze();
      const [first] = scene.servers;
      const asked = [
        call(first ?? { url: '' }, `${resources}?kind=file`),
        call(first ?? { url: '' }, resources, { body: file('while-frozen') }),
      ];
      const answers = await Promise.all(asked.map(timed));
      for (const { answer, ms } of answers) {
        expect(ms).toBeLessThan(30_000);
        expect(answer.status).toBe(503);
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      }

      await pair.standby.promote();
      proxy.to(pair.standby.port); // what hangs is left hanging
      const promotedAt = performance.now();
      await until(() => scene.servers.every(({ url }) => scene.load.acknowledged.some(({ by, at }) => by === url && at > promotedAt)), {
        timeoutMs: 15_000,
        what: 'both servers',
      });
      const servingMs = performance.now() - promotedAt;
      pair.primary.thaw();
      await scene.more(60);
      expect(
        await pair.primary.query(`select application_name, state from pg_stat_activity where ${WORKING} and state <> 'active'`),
      ).toEqual([]);

      const { complaints, writes, again } = await scene.verdict();
      const slowest = Math.max(...answers.map(({ ms }) => ms));
      console.log(
        `frozen primary: answered after ${Math.round(slowest)} ms, serving again ${Math.round(servingMs)} ms after the promotion; ${writes} writes, ${again} asked for again`,
      );
      expect(complaints).toEqual([]);
    },
  );

  test('that wakes up again is used as before', { timeout: 120_000 }, async () => {
    await using pair = await startPair(programs ?? '');
    await using scene = await openScene(pair.url);
    await scene.more(60);
    pair.primary.freeze();
    await until(() => scene.load.again() > 5, { timeoutMs: 30_000, what: 'answers from servers without a database' });
    pair.primary.thaw();
    await scene.more(60);
    const { complaints } = await scene.verdict();
    expect(complaints).toEqual([]);
  });

  test('a write that the standby does not have is not acknowledged, not even by its key', { timeout: 180_000 }, async () => {
    await using pair = await startPair(programs ?? '');
    await using folder = await scratch();
    await using server = await startProduct({ args: ['--database-url', pair.url, '--data', folder.dir, '--workers', '0'] });
    const write = () => call(server, resources, { body: file('precious'), headers: { 'idempotency-key': 'precious' } });
    const terminate = `select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`;
    pair.standby.freeze();
    const first = timed(write());
    await until(async () => (await pair.primary.query(terminate)).length > 0, { what: 'a commit that waits for the standby' });
    expect((await first).answer.status).toBe(503);
    const [row] = await pair.primary.query<{ count: string }>(`select count(*) from ectropy.resource where urn like '%precious'`);
    expect(row?.count, 'on the primary it can be read already').toBe('1');

    const second = await timed(write());
    expect(second.answer.status).toBe(503);
    expect(second.ms).toBeLessThan(45_000);
    console.log(`standby away: answered after ${Math.round(second.ms)} ms`);
    pair.standby.thaw();
    const done = await until(
      async () => {
        const answer = await write();
        return answer.status === 200 && answer;
      },
      { timeoutMs: 45_000 },
    );
    expect(String(done.body.resource?.urn)).toBe('orn:entropy:file:demo:precious');
    expect((await call(server, `${resources}/orn:entropy:file:demo:precious/revisions`)).body.revisions).toHaveLength(1);
  });
});
