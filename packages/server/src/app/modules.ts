import { type Json, ProblemError } from '@ectropy/sdk';
import { identityProblems } from '../core/urn.ts';
import type { ModuleRecord } from '../store/port.ts';
import type { App, Caller } from './app.ts';
import { demand } from './authorise.ts';
import type { Deps } from './deps.ts';

type Draft = { readonly project: string; readonly name: string; readonly configs: Json };

/** What projects configure for the modules of kinds. A kind without a record runs with an empty configuration. */
export const modulesOf = (deps: Deps): App['modules'] => ({
  async list(project, caller) {
    demand(deps.authorise, caller, 'configure', { ...(project !== undefined && { project }) });
    return deps.store.modules(project);
  },
  async get(project, name, caller) {
    demand(deps.authorise, caller, 'configure', { project });
    const found = await deps.store.module(project, name);
    if (!found) throw absent(project, name);
    return found;
  },
  async create(draft, caller) {
    const created = await deps.store.createModule(checked(draft, caller, deps));
    if (created === 'exists') throw new ProblemError({ code: 'exists', message: 'module with given name and project already exists' });
    return created;
  },
  async update(draft, caller) {
    const updated = await deps.store.updateModule(checked(draft, caller, deps));
    if (!updated) throw absent(draft.project, draft.name);
    return updated;
  },
  async remove(project, name, caller) {
    demand(deps.authorise, caller, 'configure', { project });
    await deps.store.deleteModule(project, name);
  },
});

function checked({ project, name, configs }: Draft, caller: Caller, deps: Deps): Pick<ModuleRecord, 'project' | 'name' | 'configs'> {
  const [first, ...others] = identityProblems({ kind: 'module', project, name });
  if (first) throw new ProblemError([first, ...others]);
  demand(deps.authorise, caller, 'configure', { project });
  return { project, name, configs: deps.kinds.get(name, project).checkConfig(configs) };
}

const absent = (project: string, name: string): ProblemError =>
  new ProblemError({ code: 'not_found', message: `module with urn 'orn:entropy:module:${project}:${name}' not found` });
