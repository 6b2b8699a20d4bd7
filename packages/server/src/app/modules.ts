import { type Json, ProblemError } from '@ectropy/sdk';
import { identityProblems } from '../core/urn.ts';
import type { ModuleOutcome, ModuleRecord } from '../store/port.ts';
import type { App, Caller } from './app.ts';
import { demand } from './authorise.ts';
import { refusalError } from './commit.ts';
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
  async create(draft, caller, options = {}) {
    return written(await deps.store.writeModule({ op: 'create', ...checked(draft, caller, deps), ...options }), draft);
  },
  async update(draft, caller, options = {}) {
    return written(await deps.store.writeModule({ op: 'update', ...checked(draft, caller, deps), ...options }), draft);
  },
  async remove(project, name, caller, options = {}) {
    demand(deps.authorise, caller, 'configure', { project });
    const outcome = await deps.store.writeModule({ op: 'delete', project, name, ...options });
    if (outcome.type === 'refused') throw refusal(outcome.why, { project, name });
  },
});

function written(outcome: ModuleOutcome, { project, name }: { readonly project: string; readonly name: string }): ModuleRecord {
  if (outcome.type === 'refused') throw refusal(outcome.why, { project, name });
  if (!outcome.record) throw absent(project, name);
  return outcome.record;
}

function refusal(
  why: (ModuleOutcome & { type: 'refused' })['why'],
  { project, name }: { readonly project: string; readonly name: string },
): ProblemError {
  switch (why) {
    case 'exists':
      return new ProblemError({ code: 'exists', message: 'module with given name and project already exists' });
    case 'absent':
      return absent(project, name);
    case 'moved':
      return new ProblemError({
        code: 'conflict',
        message: `module with urn 'orn:entropy:module:${project}:${name}' has been changed by others`,
        hint: 'read it again and repeat the change',
      });
    case 'misused-key':
      return refusalError({ type: 'misused-key' });
  }
}

function checked({ project, name, configs }: Draft, caller: Caller, deps: Deps): Pick<ModuleRecord, 'project' | 'name' | 'configs'> {
  const [first, ...others] = identityProblems({ kind: 'module', project, name });
  if (first) throw new ProblemError([first, ...others]);
  demand(deps.authorise, caller, 'configure', { project });
  return { project, name, configs: deps.kinds.get(name, project).checkConfig(configs) };
}

const absent = (project: string, name: string): ProblemError =>
  new ProblemError({ code: 'not_found', message: `module with urn 'orn:entropy:module:${project}:${name}' not found` });
