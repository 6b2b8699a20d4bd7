import type { Millis } from '../../core/state.ts';
import { type ModuleRecord, moduleKey } from '../port.ts';
import { byCodeUnit, copy, type World } from './world.ts';

type Draft = Pick<ModuleRecord, 'name' | 'project' | 'configs'>;

export function listModules(world: World, project?: string): readonly ModuleRecord[] {
  const all = [...world.modules.values()].filter((record) => project === undefined || record.project === project);
  return copy(all.sort((a, b) => byCodeUnit(a.project, b.project) || byCodeUnit(a.name, b.name)));
}

export function getModule(world: World, project: string, name: string): ModuleRecord | undefined {
  const record = world.modules.get(moduleKey(project, name));
  return record && copy(record);
}

export const createModule = (world: World, draft: Draft): ModuleRecord | 'exists' =>
  world.modules.has(moduleKey(draft.project, draft.name)) ? 'exists' : save(world, draft);

export function updateModule(world: World, draft: Draft): ModuleRecord | undefined {
  const known = world.modules.get(moduleKey(draft.project, draft.name));
  return known && save(world, draft, known.createdAt);
}

function save(world: World, { name, project, configs }: Draft, createdAt?: Millis): ModuleRecord {
  const updatedAt = world.now();
  const record = { name, project, configs, createdAt: createdAt ?? updatedAt, updatedAt };
  world.modules.set(moduleKey(project, name), record);
  return copy(record);
}
