import { Client, type ClientConfig } from 'pg';
import { expect, test } from 'vitest';
import { type Database, freshDatabase } from './databases.ts';
import { freshEmbeddedDatabase } from './embedded.ts';

const kinds: Readonly<Record<string, () => Promise<Database<ClientConfig>>>> = {
  server: freshDatabase,
  embedded: freshEmbeddedDatabase,
};

test.each(Object.keys(kinds))('a fresh database of the %s sorts by language, syncs to disk, and is gone after drop', async (kind) => {
  const { connection, drop } = (await kinds[kind]?.()) ?? expect.fail();
  const client = new Client(connection);
  await client.connect();
  const { rows } = await client.query(
    `select array_agg(x order by x) as sorted, current_setting('fsync') as fsync from unnest('{b,A,_,a,B}'::text[]) x`,
  );
  await client.end();
  expect(rows).toEqual([{ sorted: ['_', 'a', 'A', 'b', 'B'], fsync: 'on' }]);

  await drop();
  await expect(new Client(connection).connect()).rejects.toThrow('does not exist');
});
