import type { Json } from '@ectropy/sdk';
import { type Idempotency, type ModuleOutcome, type ModuleRecord, type ModuleWrite, refuseModuleWrite } from '../port.ts';
import type { Run } from './read.ts';

export async function savePlan(run: Run, id: string, project: string, doc: Json): Promise<void> {
  await run({
    name: 'save-plan',
    text: 'insert into saved_plan (id, project, doc, created_at) values ($1, $2, $3, clock_timestamp())',
    values: [id, project, JSON.stringify(doc)],
  });
}

export async function plan(run: Run, id: string): Promise<Json | undefined> {
  const [row] = await run<{ doc: Json }>({ name: 'plan', text: 'select doc from saved_plan where id = $1', values: [id] });
  return row?.doc;
}

export async function plans(run: Run, { project, limit }: { readonly project?: string; readonly limit: number }): Promise<readonly Json[]> {
  const rows = await run<{ doc: Json }>({
    text: 'select doc from saved_plan where $1::text is null or project = $1 order by created_at desc, id desc limit $2',
    values: [project ?? null, limit],
  });
  return rows.map(({ doc }) => doc);
}

export async function dropPlan(run: Run, id: string): Promise<boolean> {
  const rows = await run({ text: 'delete from saved_plan where id = $1 returning id', values: [id] });
  return rows.length > 0;
}

type ModuleRow = { project: string; name: string; configs: Json; created_at: Date; updated_at: Date };

const recordOf = ({ created_at, updated_at, ...row }: ModuleRow): ModuleRecord => ({
  ...row,
  createdAt: created_at.getTime(),
  updatedAt: updated_at.getTime(),
});

export async function modules(run: Run, project?: string): Promise<readonly ModuleRecord[]> {
  const rows = await run<ModuleRow>({
    name: 'modules',
    text: 'select * from module where $1::text is null or project = $1 order by project, name',
    values: [project ?? null],
  });
  return rows.map(recordOf);
}

export async function module(run: Run, project: string, name: string): Promise<ModuleRecord | undefined> {
  const [row] = await run<ModuleRow>({
    name: 'module',
    text: 'select * from module where project = $1 and name = $2',
    values: [project, name],
  });
  return row && recordOf(row);
}

/** Seldom, so one at a time: behind the lock, what is read cannot change before it is written. */
export async function writeModule(run: Run, write: ModuleWrite): Promise<ModuleOutcome> {
  const { project, name, idempotency } = write;
  await run({ text: 'select pg_advisory_xact_lock(7250379)' });
  const before = idempotency && (await answered(run, idempotency));
  if (before) return before;
  const known = await module(run, project, name);
  const why = refuseModuleWrite(known, write);
  if (why) return { type: 'refused', why };
  const record = write.op === 'delete' ? await remove(run, write) : await save(run, write);
  if (idempotency) await remember(run, idempotency, record);
  return { type: 'written', ...(record && { record }) };
}

async function answered(run: Run, { key, fingerprint }: Idempotency): Promise<ModuleOutcome | undefined> {
  const [row] = await run<{ fingerprint: string; answer: { module: ModuleRecord | null } }>({
    text: 'select fingerprint, answer from idempotency where key = $1',
    values: [key],
  });
  if (!row) return undefined;
  return row.fingerprint === fingerprint
    ? { type: 'replayed', ...(row.answer.module && { record: row.answer.module }) }
    : { type: 'refused', why: 'misused-key' };
}

async function remember(run: Run, { key, fingerprint }: Idempotency, record: ModuleRecord | undefined): Promise<void> {
  await run({
    text: 'insert into idempotency (key, fingerprint, answer, created_at) values ($1, $2, $3, clock_timestamp())',
    values: [key, fingerprint, JSON.stringify({ module: record ?? null })],
  });
}

/** `updated_at` grows with every write, however fast they come: it is what a writer has seen. */
async function save(run: Run, { project, name, configs }: ModuleWrite & { op: 'create' | 'update' }): Promise<ModuleRecord | undefined> {
  const [row] = await run<ModuleRow>({
    text: `insert into module as m (project, name, configs, created_at, updated_at) select $1, $2, $3, t, t from date_trunc('milliseconds', clock_timestamp()) as t
      on conflict (project, name) do update set configs = excluded.configs, updated_at = greatest(excluded.updated_at, m.updated_at + interval '1 ms') returning *`,
    values: [project, name, JSON.stringify(configs)],
  });
  return row && recordOf(row);
}

async function remove(run: Run, { project, name }: ModuleWrite): Promise<undefined> {
  await run({ text: 'delete from module where project = $1 and name = $2', values: [project, name] });
}
