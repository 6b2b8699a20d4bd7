import { Client } from 'pg';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../src/testing/databases.ts';
import { until } from '../../src/testing/until.ts';
import { type Cut, openProxy } from './proxy.ts';

const WITHIN_MS = 5_000;

/** As the server does it: all of a transaction in one go, or statement by statement. */
async function insert(url: string, name: string, together: boolean): Promise<'committed' | 'failed'> {
  const client = new Client({ connectionString: url, application_name: name, pipeline: together });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const statements = ['begin', 'insert into t values (1)', 'commit'];
    if (together) await Promise.all(statements.map((text) => client.query(text)));
    else for (const text of statements) await client.query({ text, values: [] });
    return 'committed';
  } catch {
    return 'failed';
  } finally {
    await client.end().catch(() => undefined);
  }
}

const expected = { unsent: 0, alone: 0, unanswered: 1, answered: 1 } as const satisfies Record<Cut, number>;

test.each(Object.entries(expected) as [Cut, number][])('a cut %s leaves %i row, and the client none the wiser', async (how, rows) => {
  const { connection, drop } = await freshDatabase();
  const direct = new Client(connection);
  await direct.connect();
  await direct.query('create table t (n int)');
  const url = new URL(connection.connectionString);
  {
    await using proxy = await openProxy(Number(url.port));
    url.port = String(proxy.port);
    for (const together of [true, false]) {
      await direct.query('truncate t');
      expect(await insert(String(url), 'ectropy-write', together)).toBe('committed');
      const cut = proxy.cut(how, WITHIN_MS);
      expect(await insert(String(url), 'ectropy-read', together)).toBe('committed'); // others are let alone
      expect(await insert(String(url), 'ectropy-write', together)).toBe('failed');
      expect(await cut).toBe(true);
      const count = async (): Promise<number> => (await direct.query('select * from t')).rowCount ?? 0;
      await until(async () => (await count()) === 2 + rows, { what: `${2 + rows} rows after a cut ${how}` });
    }
  }
  await direct.end();
  await drop();
});

test('an order that nobody comes for ends', async () => {
  await using proxy = await openProxy(1);
  expect(await proxy.cut('answered', 10)).toBe(false);
});
