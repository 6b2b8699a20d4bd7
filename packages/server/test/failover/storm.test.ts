/** Connections that are cut again and again, as by an administrator or a pooler that restarts. */
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../src/testing/databases.ts';
import { openScene, whole } from './scene.ts';

const STORMS = whole ? 100 : 10;
const cutAll = `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
const count = `select count(*)::int as count from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;

/** What two servers hold at most: three lanes, a listener, a pool of eight, one for upkeep, one that looks. */
const MOST = 2 * 14;

test(
  `${STORMS} times all connections are cut under load: nothing is lost, and whoever asks again gets an answer`,
  { timeout: 240_000 },
  async () => {
    const { connection, drop } = await freshDatabase();
    const admin = new Client(connection);
    await admin.connect();
    {
      await using scene = await openScene(connection.connectionString);
      let cut = 0;
      for (let storm = 0; storm < STORMS; storm += 1) {
        await scene.more(3);
        cut += (await admin.query(cutAll)).rowCount ?? 0;
      }
      await scene.more(50);
      const { complaints, writes, again } = await scene.verdict();
      const { rows } = await admin.query<{ count: number }>(count);
      console.log(
        `${STORMS} storms: ${cut} connections cut, ${writes} writes, ${again} asked for again, ${rows[0]?.count} connections in the end`,
      );
      expect(complaints).toEqual([]);
      expect(rows[0]?.count, 'no connection is left behind').toBeLessThanOrEqual(MOST);
    }
    await admin.end();
    await drop();
  },
);
