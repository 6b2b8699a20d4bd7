import { type Json, type NeedView, ProblemError } from '@ectropy/sdk';
import { admit } from '../core/admit.ts';
import type { Resource } from '../core/resource.ts';
import { isUsable } from '../core/turn.ts';
import { formatUrn, type Urn } from '../core/urn.ts';
import type { Registered } from '../hub/kinds.ts';
import { moduleKey } from '../store/port.ts';
import { answeredOr } from './answered.ts';
import type { AdoptRequest, Caller, Draft, MutateOptions, Result } from './app.ts';
import { only } from './apply.ts';
import { demand } from './authorise.ts';
import { throwAll } from './collect.ts';
import { commitChange } from './commit.ts';
import type { Deps } from './deps.ts';
import { needsOf, readLinks } from './gather.ts';
import { hostFor } from './host.ts';
import { prepare } from './prepare.ts';

/** Takes over what already exists: the module finds it, and from then on it is a resource like any other. */
export async function adopt(request: AdoptRequest, caller: Caller, options: MutateOptions, deps: Deps): Promise<Result> {
  const { kind, project } = request;
  const urn = formatUrn(request);
  demand(deps.authorise, caller, 'apply', { project, kind, urn });
  return answeredOr(urn, options, deps, () => takeOver(request, caller, options, deps));
}

async function takeOver(request: AdoptRequest, caller: Caller, options: MutateOptions, deps: Deps): Promise<Result> {
  const { kind, project, name, reference } = request;
  const urn = formatUrn(request);
  const registered = deps.kinds.get(kind, project);
  const { module } = registered;
  if (!module.find) throw new ProblemError({ code: 'unsupported', message: `kind '${kind}' cannot take over what exists` });
  const { labels = {}, annotations = {}, dependencies = {}, spec, ...rest } = request.draft ?? {};
  const draft = (said: Json): Draft => ({ labels, annotations, dependencies, ...rest, spec: said });
  const needs = await readNeeds(request, draft({}), registered, caller, deps);
  const { configs } = await deps.store.load([], [{ project, kind }]);
  const config = configs.get(moduleKey(project, kind)) ?? {};
  const subject = { urn, kind, project, name, labels, spec: null, output: null, needs, config };
  const found = await module.find(reference, subject, hostFor({ uid: deps.newId(), move: 0 }, deps));
  if (!found) throw new ProblemError({ code: 'not_found', message: `there is no ${kind} at ${JSON.stringify(reference)}` });
  const change = { type: 'adopt', adopt: { kind, project, name, draft: draft(spec ?? found.spec), found } } as const;
  return only(await commitChange([urn], () => prepare([change], caller, options, deps), options, deps));
}

/** What it depends on must be there before anything can be looked for: the thing may be found by way of it. */
async function readNeeds(
  request: AdoptRequest,
  draft: Draft,
  { kind }: Registered,
  caller: Caller,
  { store }: Deps,
): Promise<Readonly<Record<string, NeedView>>> {
  const declared = admit(request, kind, draft, (spec) => ({ spec, problems: [] }));
  const wanted = { urn: formatUrn(request), declared, current: undefined, at: [] };
  const { targets } = await readLinks(store, [wanted], new Map(), new Set(), caller);
  throwAll(
    Object.entries(declared.dependencies)
      .filter(([, urn]) => !isReady(urn, targets))
      .map(([key, urn]) => ({
        code: 'conflict',
        path: ['dependencies', key],
        message: `dependency '${urn}' is not ready, so nothing can be found by way of it`,
        hint: 'wait until it is ready, or see why it is not',
      })),
  );
  return needsOf(declared.dependencies, targets);
}

function isReady(urn: Urn, targets: ReadonlyMap<Urn, Resource>): boolean {
  const target = targets.get(urn);
  return target !== undefined && isUsable(target);
}
