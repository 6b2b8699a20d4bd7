import { ProblemError } from '@ectropy/sdk';
import { formatUrn } from '../core/urn.ts';
import { moduleKey } from '../store/port.ts';
import type { AdoptRequest, Caller, MutateOptions, Result } from './app.ts';
import { only } from './apply.ts';
import { demand } from './authorise.ts';
import { commitChange } from './commit.ts';
import type { Deps } from './deps.ts';
import { hostFor } from './host.ts';
import { prepare } from './prepare.ts';

/** Takes over what already exists: the module finds it, and from then on it is a resource like any other. */
export async function adopt(request: AdoptRequest, caller: Caller, options: MutateOptions, deps: Deps): Promise<Result> {
  const { kind, project, name, reference } = request;
  const urn = formatUrn(request);
  demand(deps.authorise, caller, 'apply', { project, kind, urn });
  const { module } = deps.kinds.get(kind, project);
  if (!module.find) throw new ProblemError({ code: 'unsupported', message: `kind '${kind}' cannot take over what exists` });
  const { configs } = await deps.store.load([], [{ project, kind }]);
  const subject = {
    urn,
    kind,
    project,
    name,
    labels: {},
    spec: null,
    output: null,
    needs: {},
    config: configs.get(moduleKey(project, kind)) ?? {},
  };
  const found = await module.find(reference, subject, hostFor({ uid: deps.newId(), move: 0 }, deps));
  if (!found) throw new ProblemError({ code: 'not_found', message: `there is no ${kind} at ${JSON.stringify(reference)}` });
  const draft = request.draft ?? { labels: {}, annotations: {}, dependencies: {}, spec: found.spec };
  return only(
    await commitChange(
      [urn],
      () => prepare([{ type: 'adopt', adopt: { kind, project, name, draft, found } }], caller, options, deps),
      options,
      deps,
    ),
  );
}
