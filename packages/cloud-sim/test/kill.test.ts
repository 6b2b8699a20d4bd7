/** Killed with -9 under load, again and again: what was answered is in the ledger once, and what was not can be asked for again. */
import { expect, test } from 'vitest';
import type { Entry } from '../src/index.ts';
import { type Reply, call } from '../src/testing/bed.ts';
import { type CloudProcess, scratch, startProcess } from './process.ts';

const CONNECTIONS = 64;
const ROUNDS = 4;
const ANSWERS_PER_ROUND = 400;

interface Request {
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

type Asked = Map<string, { readonly request: Request; readonly answer?: Reply }>;

const send = ({ url }: CloudProcess, { key, method, path, body }: Request): Promise<Reply> =>
  call(url, method, path, { headers: { 'idempotency-key': key, 'fencing-token': '1' }, ...(body !== undefined && { body }) });

/** One life after another: made, changed, deleted, each with a key of its own, until the cloud is gone. */
async function live(cloud: CloudProcess, asked: Asked, lane: string, heard: () => void): Promise<void> {
  const ask = async (request: Request): Promise<Reply | undefined> => {
    asked.set(request.key, { request });
    const answer = await send(cloud, request).catch(() => undefined);
    if (answer) asked.set(request.key, { request, answer });
    if (answer) heard();
    return answer;
  };
  for (let turn = 0; ; turn++) {
    const name = `${lane}-${turn}`;
    const made = await ask({ key: `${name} create`, method: 'POST', path: '/v1/disks', body: { name, sizeGb: 1 } });
    if (!made) return;
    const path = `/v1/disks/${String(made.body['object']?.['id'])}`;
    if (!(await ask({ key: `${name} grow`, method: 'PATCH', path, body: { sizeGb: 2 } }))) return;
    if (turn % 2 === 0 && !(await ask({ key: `${name} delete`, method: 'DELETE', path }))) return;
  }
}

async function untilKilled(cloud: CloudProcess, asked: Asked, round: number): Promise<void> {
  let answers = 0;
  const killed = Promise.withResolvers<unknown>();
  const heard = (): void => {
    answers += 1;
    if (answers === ANSWERS_PER_ROUND) killed.resolve(cloud.stop('SIGKILL'));
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, lane) => live(cloud, asked, `r${round}-l${lane}`, heard)));
  await killed.promise;
}

async function ledgerOf({ url }: CloudProcess): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for (;;) {
    const page = (await call(url, 'GET', `/ledger?after=${entries.length}&limit=500`)).body as unknown as {
      entries: Entry[];
      more: boolean;
    };
    entries.push(...page.entries);
    if (!page.more) return entries;
  }
}

function checkAnswered(asked: Asked, entries: readonly Entry[]): void {
  const byKey = Map.groupBy(entries, ({ key }) => key);
  expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, at) => at + 1));
  expect([...byKey.values()].filter(({ length }) => length > 1)).toEqual([]);
  for (const [key, { answer }] of asked) {
    if (!answer) continue;
    expect([key, answer.status]).toEqual([key, 202]);
    expect([key, byKey.get(key)?.[0]?.operation]).toEqual([key, answer.body['operation']?.['id']]);
  }
}

test('what was answered is in the ledger once; what was not has one effect when it is asked for again', { timeout: 120_000 }, async () => {
  await using folder = await scratch();
  const args = ['--data', folder.dir, '--delay', '0'];
  const asked: Asked = new Map();
  for (let round = 1; round <= ROUNDS; round++) {
    await untilKilled(await startProcess(args), asked, round);
    const cloud = await startProcess(args);
    checkAnswered(asked, await ledgerOf(cloud));
    const open = [...asked].filter(([, { answer }]) => !answer);
    expect(open.length).toBeGreaterThan(0);
    for (const [key, { request }] of open) asked.set(key, { request, answer: await send(cloud, request) });
    await cloud.stop('SIGKILL');
  }
  const cloud = await startProcess(args);
  const entries = await ledgerOf(cloud);
  checkAnswered(asked, entries);
  expect(entries).toHaveLength(asked.size);
  await cloud.stop('SIGTERM');
});

test('with lost and cut answers under load every key still has one effect', { timeout: 60_000 }, async () => {
  await using folder = await scratch();
  const cloud = await startProcess(['--data', folder.dir, '--delay', '0', '--seed', '9']);
  for (const effect of ['lost', 'refuse', 'fail']) await call(cloud.url, 'POST', '/faults', { body: { effect, rate: 0.2 } });
  const keys = Array.from({ length: 200 }, (_, at) => `d${at}`);
  await Promise.all(
    keys.map(async (key) => {
      const request = { key, method: 'POST', path: '/v1/disks', body: { name: key, sizeGb: 1 } };
      for (;;) if ((await send(cloud, request).catch(() => undefined))?.status === 202) return;
    }),
  );
  const entries = await ledgerOf(cloud);
  expect(entries.map(({ key }) => key).sort()).toEqual(keys.sort());
  const stats = (await call(cloud.url, 'GET', '/stats')).body;
  expect(stats).toMatchObject({ effects: 200, replays: expect.any(Number), lost: expect.any(Number) });
  expect(Number(stats['lost'])).toBeGreaterThan(0);
  expect(Number(stats['replays'])).toBeGreaterThan(0);
  await cloud.stop('SIGTERM');
});
