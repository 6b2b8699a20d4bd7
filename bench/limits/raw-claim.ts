/**
 * The limit of syncs: rows are claimed in batches, as `for update skip locked` does it everywhere, and each is completed by one statement
 * that writes the same rows as the engine, over so many pooled connections.
 */
import { Pool } from 'pg';
import { copyTables } from './copies.ts';

const claim = `
with due as materialized (
  select urn from raw.schedule where due_at <= clock_timestamp() and (lease_until is null or lease_until < clock_timestamp())
  order by priority, due_at, urn limit $1 for update skip locked
), taken as (
  update raw.schedule s set lease_owner = 'raw', lease_until = clock_timestamp() + interval '10 s', token = s.token + 1
  from due where s.urn = due.urn returning s.urn
) select r.urn, r.doc::text as doc from taken join raw.resource r on r.urn = taken.urn`;

const complete = `
with r as (
  update raw.resource set status = 'ready', version = nextval('raw.clock'), doc = $2 where urn = $1 returning version
), s as (
  update raw.schedule set lease_owner = null, lease_until = null, due_at = null, priority = 2 where urn = $1
), c as (
  insert into raw.change (version, type, urn, kind, project, at, doc) select version, 'put', $1, 'noop', 'bench', now(), $2 from r
) insert into raw.event (version, ord, urn, project, at, doc) select version, 1, $1, 'bench', now(), $3 from r`;

interface Claimed {
  readonly urn: string;
  readonly doc: string;
}

/** Of so many resources that have been synced in this database before, each once more; how many per second. */
export async function rawSyncsPerSecond(connectionString: string, count: number, connections: number): Promise<number> {
  const pool = new Pool({ connectionString, max: connections + 1 });
  try {
    const event = await fill(pool, count);
    const started = performance.now();
    const done = await drain(pool, connections, event);
    if (done !== count) throw new Error(`${done} of ${count} were claimed`);
    return (done / (performance.now() - started)) * 1000;
  } finally {
    await pool.end();
  }
}

/** Answers with the event that goes with a sync. */
async function fill(pool: Pool, count: number): Promise<string> {
  await copyTables(pool);
  await pool.query(`insert into raw.resource select * from ectropy.resource where kind = 'noop' and status = 'ready' limit ${count}`);
  await pool.query(`insert into raw.schedule (urn, kind, priority, due_at) select urn, kind, 0, now() from raw.resource`);
  await pool.query('analyze raw.resource; analyze raw.schedule');
  const { rows } = await pool.query<{ doc: string }>('select doc::text as doc from ectropy.event limit 1');
  return rows[0]?.doc ?? '{}';
}

const BATCH = 256;

async function drain(pool: Pool, connections: number, event: string): Promise<number> {
  const claimed: Claimed[] = [];
  let claiming: Promise<number> | undefined;
  let done = 0;
  const more = (): Promise<number> =>
    (claiming ??= pool
      .query<Claimed>({ name: 'claim', text: claim, values: [BATCH] })
      .then(({ rows }) => claimed.push(...rows) && rows.length)
      .finally(() => (claiming = undefined)));
  const lane = async (): Promise<void> => {
    for (;;) {
      if (claimed.length < BATCH / 2) void more(); // before it runs out
      const one = claimed.pop();
      if (!one && (await more()) === 0 && claimed.length === 0) return;
      if (!one) continue;
      await pool.query({ name: 'complete', text: complete, values: [one.urn, one.doc, event] });
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, lane));
  await claiming;
  return done;
}
