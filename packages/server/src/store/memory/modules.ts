import { type ModuleOutcome, type ModuleRecord, type ModuleWrite, moduleKey, refuseModuleWrite } from '../port.ts';
import { byCodeUnit, copy, type World } from './world.ts';

export function listModules(world: World, project?: string): readonly ModuleRecord[] {
  const all = [...world.modules.values()].filter((record) => project === undefined || record.project === project);
  return copy(all.sort((a, b) => byCodeUnit(a.project, b.project) || byCodeUnit(a.name, b.name)));
}

export function getModule(world: World, project: string, name: string): ModuleRecord | undefined {
  const record = world.modules.get(moduleKey(project, name));
  return record && copy(record);
}

export function writeModule(world: World, write: ModuleWrite): ModuleOutcome {
  const { project, name, idempotency } = write;
  const before = idempotency && world.moduleKeys.get(idempotency.key);
  if (before && idempotency)
    return before.fingerprint === idempotency.fingerprint ? copy({ ...before.outcome, type: 'replayed' }) : refused('misused-key');
  const known = world.modules.get(moduleKey(project, name));
  const why = refuseModuleWrite(known, write);
  if (why) return refused(why);
  const outcome = write.op === 'delete' ? forget(world, write) : ({ type: 'written', record: save(world, write, known) } as const);
  if (idempotency) world.moduleKeys.set(idempotency.key, { fingerprint: idempotency.fingerprint, outcome, at: world.now() });
  return outcome;
}

const refused = (why: (ModuleOutcome & { type: 'refused' })['why']): ModuleOutcome => ({ type: 'refused', why });

function forget(world: World, { project, name }: ModuleWrite): { readonly type: 'written' } {
  world.modules.delete(moduleKey(project, name));
  return { type: 'written' };
}

function save(
  world: World,
  { name, project, configs }: ModuleWrite & { op: 'create' | 'update' },
  known: ModuleRecord | undefined,
): ModuleRecord {
  const updatedAt = Math.max(world.now(), (known?.updatedAt ?? 0) + 1);
  const record = { name, project, configs, createdAt: known?.createdAt ?? updatedAt, updatedAt };
  world.modules.set(moduleKey(project, name), record);
  return copy(record);
}
