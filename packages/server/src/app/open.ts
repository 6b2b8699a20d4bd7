import type { App } from './app.ts';
import { act } from './act.ts';
import { adopt } from './adopt.ts';
import { apply } from './apply.ts';
import { getArtifact, listArtifacts, removeArtifact, setArtifact } from './artifacts.ts';
import { parseUrn } from '../core/urn.ts';
import { demand } from './authorise.ts';
import type { Deps } from './deps.ts';
import { dependents } from './dependents.ts';
import { get, status } from './get.ts';
import { list } from './list.ts';
import { logs } from './logs.ts';
import { lookUp } from './look-up.ts';
import { modulesOf } from './modules.ts';
import { cancel, check, pause, resume, retry } from './nudge.ts';
import { applyPlan, dropPlan, getPlan, plan, plans } from './plan.ts';
import { projectTree } from './project-tree.ts';
import { rename } from './rename.ts';
import { remove } from './remove.ts';
import { report } from './report.ts';
import { revisions, rollback } from './revisions.ts';
import { tree } from './tree.ts';
import { watch } from './watch.ts';
import { why } from './why.ts';

/** Gives every use case what it works with. */
export const openApp = (deps: Deps): App => ({
  apply: (edits, caller, options = {}) => apply(edits, caller, options, deps),
  act: (request, caller, options = {}) => act(request, caller, options, deps),
  remove: (requests, caller, options = {}) => remove(requests, caller, options, deps),
  adopt: (request, caller, options = {}) => adopt(request, caller, options, deps),
  report: (request, caller, options = {}) => report(request, caller, options, deps),
  rollback: (urn, to, caller, options = {}) => rollback(urn, to, caller, options, deps),
  retry: (urn, caller, options = {}) => retry(urn, caller, options, deps),
  cancel: (urn, caller, options = {}) => cancel(urn, caller, options, deps),
  pause: (urn, caller, options = {}) => pause(urn, caller, options, deps),
  resume: (urn, caller, options = {}) => resume(urn, caller, options, deps),
  check: (urn, caller, options = {}) => check(urn, caller, options, deps),
  plan: (requests, caller, options = {}) => plan(requests, caller, options, deps),
  plans: (request, caller) => plans(request, caller, deps),
  dropPlan: (id, caller) => dropPlan(id, caller, deps),
  getPlan: (id, caller) => getPlan(id, caller, deps),
  applyPlan: (id, caller, options = {}) => applyPlan(id, caller, options, deps),
  may: (verb, target, caller) => deps.authorise(caller, verb, target),
  lookUp: (group, plural) => lookUp(group, plural, deps),
  version: () => deps.store.version(),
  rename: (project, to, caller) => rename(project, to, caller, deps),
  get: (urn, caller) => get(urn, caller, deps),
  status: (urn, caller) => status(urn, caller, deps),
  list: (request, caller) => list(request, caller, deps),
  watch: (request, caller) => watch(request, caller, deps),
  revisions: (urn, caller, options = {}) => revisions(urn, caller, options, deps),
  async events(request, caller) {
    demand(deps.authorise, caller, 'list', request.urn === undefined ? request : { ...parseUrn(request.urn), ...request });
    return deps.store.events({ limit: 100, ...request });
  },
  logs: (urn, filter, caller, options) => logs(urn, filter, caller, options, deps),
  artifacts: {
    list: (urn, caller) => listArtifacts(urn, caller, deps),
    get: (urn, name, caller, range) => getArtifact(urn, name, caller, range, deps),
    set: (urn, name, content, caller, options = {}) => setArtifact(urn, name, content, caller, options, deps),
    remove: (urn, name, caller, options = {}) => removeArtifact(urn, name, caller, options, deps),
  },
  tree: (urn, caller) => tree(urn, caller, deps),
  dependents: (urn, caller) => dependents(urn, caller, deps),
  projectTree: (project, caller) => projectTree(project, caller, deps),
  why: (urn, caller) => why(urn, caller, deps),
  kinds: () => deps.kinds.all,
  modules: modulesOf(deps),
});
