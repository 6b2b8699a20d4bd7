/** With `BENCH_STATEMENTS=1`: what the database did, by statement, for whoever looks for what limits a figure. */
import { Client } from 'pg';

export const counting = process.env['BENCH_STATEMENTS']
  ? ['shared_preload_libraries=pg_stat_statements', 'pg_stat_statements.track_planning=on']
  : [];

/** Of all databases since the last time, most expensive first. */
export async function statementsOf(url: string): Promise<string> {
  const client = new Client(url);
  await client.connect();
  try {
    await client.query('create extension if not exists pg_stat_statements');
    const { rows } = await client.query<{ ms: number; calls: number; rows: number; query: string }>(
      `select (total_exec_time + total_plan_time)::float8 as ms, calls::int, rows::int, query from pg_stat_statements order by 1 desc limit 12`,
    );
    await client.query('select pg_stat_statements_reset()');
    return rows.map(lineOf).join('\n');
  } finally {
    await client.end();
  }
}

const lineOf = ({ ms, calls, rows, query }: { ms: number; calls: number; rows: number; query: string }): string =>
  `${ms.toFixed(0).padStart(7)} ms ${String(calls).padStart(7)} calls ${String(rows).padStart(8)} rows  ${query.replace(/\s+/g, ' ').slice(0, 100)}`;
