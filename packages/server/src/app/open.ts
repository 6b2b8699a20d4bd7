import type { App } from './app.ts';
import { act } from './act.ts';
import { adopt } from './adopt.ts';
import { apply } from './apply.ts';
import { demand } from './authorise.ts';
import type { Deps } from './deps.ts';
import { get } from './get.ts';
import { list } from './list.ts';
import { logs } from './logs.ts';
import { modulesOf } from './modules.ts';
import { cancel, check, pause, resume, retry } from './nudge.ts';
import { applyPlan, getPlan, plan } from './plan.ts';
import { remove } from './remove.ts';
import { revisions, rollback } from './revisions.ts';
import { watch } from './watch.ts';

/** Gives every use case what it works with. */
export const openApp = (deps: Deps): App => ({
  apply: (edits, caller, options = {}) => apply(edits, caller, options, deps),
  act: (request, caller, options = {}) => act(request, caller, options, deps),
  remove: (requests, caller, options = {}) => remove(requests, caller, options, deps),
  adopt: (request, caller, options = {}) => adopt(request, caller, options, deps),
  rollback: (urn, to, caller, options = {}) => rollback(urn, to, caller, options, deps),
  retry: (urn, caller, options = {}) => retry(urn, caller, options, deps),
  cancel: (urn, caller, options = {}) => cancel(urn, caller, options, deps),
  pause: (urn, caller, options = {}) => pause(urn, caller, options, deps),
  resume: (urn, caller, options = {}) => resume(urn, caller, options, deps),
  check: (urn, caller, options = {}) => check(urn, caller, options, deps),
  plan: (requests, caller) => plan(requests, caller, deps),
  getPlan: (id, caller) => getPlan(id, caller, deps),
  applyPlan: (id, caller, options = {}) => applyPlan(id, caller, options, deps),
  get: (urn, caller) => get(urn, caller, deps),
  list: (request, caller) => list(request, caller, deps),
  watch: (request, caller) => watch(request, caller, deps),
  revisions: (urn, caller, options = {}) => revisions(urn, caller, options, deps),
  async events(request, caller) {
    demand(deps.authorise, caller, 'list', request);
    return deps.store.events({ limit: 100, ...request });
  },
  logs: (urn, filter, caller, options) => logs(urn, filter, caller, options, deps),
  kinds: () => deps.kinds.all,
  modules: modulesOf(deps),
});
