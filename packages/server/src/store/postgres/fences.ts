import type { Run } from './read.ts';

export async function fences(run: Run, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await run<{ name: string; generation: string }>({
    name: 'fences',
    text: 'select name, generation::text as generation from fence where name = any($1)',
    values: [names],
  });
  const raised = new Map(rows.map(({ name, generation }) => [name, generation]));
  return new Map(names.map((name) => [name, raised.get(name) ?? '0']));
}

/** Everybody takes the rows in the same order, so that nobody waits for somebody who waits for them. */
export async function raiseFences(run: Run, names: readonly string[]): Promise<void> {
  await run({
    name: 'raise-fences',
    text: `insert into fence as f (name, generation) select name, 1 from (select distinct unnest($1::text[]) collate "C" as name) n order by name
      on conflict (name) do update set generation = f.generation + 1`,
    values: [names],
  });
}
