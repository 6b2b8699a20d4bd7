/** What a person can do about work that is under way: retry, cancel, look now, pause, resume. */
import { ProblemError } from '@ectropy/sdk';
import { advance, withConditions } from '../core/advance.ts';
import { same } from '../core/diff.ts';
import type { Moment } from '../core/decide.ts';
import { annotations, policyOf, type Resource } from '../core/resource.ts';
import { dueOf } from '../core/schedule.ts';
import type { Urn } from '../core/urn.ts';
import { answeredOr } from './answered.ts';
import type { Caller, MutateOptions, Result } from './app.ts';
import { apply, only } from './apply.ts';
import { commitChange } from './commit.ts';
import { type Deps, momentFor } from './deps.ts';
import { getFor } from './get.ts';

/** Failed or waiting work goes on at once; a contest is given another chance. */
export const retry = (urn: Urn, caller: Caller, options: MutateOptions, deps: Deps): Promise<Resource> =>
  change(urn, caller, options, deps, (resource, moment) => {
    const { state } = resource;
    if (state.status !== 'ready') return advance(resource, { type: 'nudged' }, moment);
    const { contested: _, ...calm } = state;
    return advance({ ...resource, state: calm, corrections: {} }, { type: 'nudged' }, moment);
  });

/** Stops pending work where it is. What was done stays done; retry goes on from there. */
export const cancel = (urn: Urn, caller: Caller, options: MutateOptions, deps: Deps): Promise<Resource> =>
  change(
    urn,
    caller,
    options,
    deps,
    (resource, moment) => {
      if (resource.deletionRequestedAt !== undefined)
        throw new ProblemError({ code: 'conflict', message: `the deletion of '${urn}' cannot be cancelled` });
      if (resource.state.status !== 'pending')
        throw new ProblemError({ code: 'conflict', message: `there is nothing to cancel: '${urn}' is ${resource.state.status}` });
      return advance(resource, { type: 'cancelled', by: caller.actor }, moment);
    },
    { evict: true },
  );

/** Looks now. That the look has happened shows in the resource, because `looking` goes with it. */
export const check = (urn: Urn, caller: Caller, options: MutateOptions, deps: Deps): Promise<Resource> =>
  change(urn, caller, options, deps, (resource, moment) => {
    if (!deps.kinds.get(resource.kind, resource.project).module.observe)
      throw new ProblemError({ code: 'unsupported', message: `kind '${resource.kind}' cannot be looked at` });
    if (resource.state.status !== 'ready')
      throw new ProblemError({ code: 'conflict', message: `'${urn}' is ${resource.state.status}; only what is ready can drift` });
    if (policyOf(resource).management === 'paused')
      throw new ProblemError({ code: 'conflict', message: `'${urn}' is paused, and nothing looks at it`, hint: 'resume it first' });
    return advance(
      { ...resource, state: { ...resource.state, looking: true, recheckAt: resource.state.recheckAt ?? moment.now } },
      { type: 'nudged' },
      moment,
    );
  });

/** The result of what changes nothing that is declared. */
export const unchanged = (resource: Resource): Result => ({
  resource,
  operation: {
    type: 'noop',
    urn: resource.urn,
    changes: [],
    steps: [],
    base: { createdAt: resource.createdAt, revision: resource.revision },
  },
});

async function change(
  urn: Urn,
  caller: Caller,
  options: MutateOptions,
  deps: Deps,
  edit: (resource: Resource, moment: Moment) => Resource,
  { evict = false } = {},
): Promise<Resource> {
  const attempt = async () => {
    const current = await getFor('act', urn, caller, deps);
    const moment = momentFor(deps, current.kind);
    const next = withConditions(edit(current, moment), moment.now);
    const writes = same(next as never, current as never)
      ? []
      : [{ op: 'put' as const, resource: next, expected: current.version, due: dueOf(next, moment.now), ...(evict && { evict }) }];
    return { results: [unchanged(next)], group: { writes } };
  };
  return only(await commitChange([urn], attempt, options, deps)).resource;
}

export const pause = (urn: Urn, caller: Caller, options: MutateOptions, deps: Deps): Promise<Resource> =>
  manage(urn, 'paused', caller, options, deps);
export const resume = (urn: Urn, caller: Caller, options: MutateOptions, deps: Deps): Promise<Resource> =>
  manage(urn, 'full', caller, options, deps);

/** By the annotation, so that it shows at every door. */
async function manage(urn: Urn, management: 'paused' | 'full', caller: Caller, options: MutateOptions, deps: Deps): Promise<Resource> {
  return (await answeredOr(urn, options, deps, () => managed(urn, management, caller, options, deps))).resource;
}

async function managed(urn: Urn, management: 'paused' | 'full', caller: Caller, options: MutateOptions, deps: Deps): Promise<Result> {
  const { kind, project, name } = await getFor('apply', urn, caller, deps);
  const { key } = annotations.management;
  const edit = {
    kind,
    project,
    name,
    mode: 'update',
    reason: management === 'paused' ? 'pause' : 'resume',
    declare(current: Resource | undefined) {
      const { [key]: _, ...others } = current?.annotations ?? {};
      const chosen = management === 'paused' ? { ...others, [key]: management } : others;
      return { labels: current?.labels ?? {}, spec: current?.spec ?? null, dependencies: current?.dependencies ?? {}, annotations: chosen };
    },
  } as const;
  return only(await apply([edit], caller, options, deps));
}
