import type { Json } from '@ectropy/sdk';
import type { ModuleRecord } from '../port.ts';
import type { Run } from './read.ts';

export async function savePlan(run: Run, id: string, doc: Json): Promise<void> {
  await run({
    name: 'save-plan',
    text: 'insert into saved_plan (id, doc, created_at) values ($1, $2, clock_timestamp())',
    values: [id, JSON.stringify(doc)],
  });
}

export async function plan(run: Run, id: string): Promise<Json | undefined> {
  const [row] = await run<{ doc: Json }>({ name: 'plan', text: 'select doc from saved_plan where id = $1', values: [id] });
  return row?.doc;
}

type ModuleRow = { project: string; name: string; configs: Json; created_at: Date; updated_at: Date };
type ModuleDraft = Pick<ModuleRecord, 'name' | 'project' | 'configs'>;

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

export async function createModule(run: Run, { project, name, configs }: ModuleDraft): Promise<ModuleRecord | 'exists'> {
  const [row] = await run<ModuleRow>({
    name: 'create-module',
    text: 'insert into module (project, name, configs, created_at, updated_at) values ($1, $2, $3, now(), now()) on conflict do nothing returning *',
    values: [project, name, JSON.stringify(configs)],
  });
  return row ? recordOf(row) : 'exists';
}

export async function updateModule(run: Run, { project, name, configs }: ModuleDraft): Promise<ModuleRecord | undefined> {
  const [row] = await run<ModuleRow>({
    name: 'update-module',
    text: 'update module set configs = $3, updated_at = clock_timestamp() where project = $1 and name = $2 returning *',
    values: [project, name, JSON.stringify(configs)],
  });
  return row && recordOf(row);
}

export async function deleteModule(run: Run, project: string, name: string): Promise<void> {
  await run({ name: 'delete-module', text: 'delete from module where project = $1 and name = $2', values: [project, name] });
}
