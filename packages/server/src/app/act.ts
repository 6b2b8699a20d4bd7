import { ProblemError } from '@ectropy/sdk';
import { mergeWords } from '../core/labels.ts';
import { parseUrn } from '../core/urn.ts';
import type { ActRequest, Caller, MutateOptions, Result } from './app.ts';
import { apply, only } from './apply.ts';
import { commitChange } from './commit.ts';
import type { Deps } from './deps.ts';
import { prepare } from './prepare.ts';
import { remove } from './remove.ts';

/** Performs an action of the kind. `update` and `delete` by their names are what they are everywhere else. */
export async function act(request: ActRequest, caller: Caller, options: MutateOptions, deps: Deps): Promise<Result> {
  if (request.action === 'update') return update(request, caller, options, deps);
  if (request.action === 'delete') return only(await remove([request], caller, options, deps));
  return only(await commitChange([request.urn], () => prepare([{ type: 'act', act: request }], caller, options, deps), options, deps));
}

async function update(
  { urn, params, labels = {}, expected }: ActRequest,
  caller: Caller,
  options: MutateOptions,
  deps: Deps,
): Promise<Result> {
  const identity = parseUrn(urn);
  if (!identity) throw new ProblemError({ code: 'invalid', message: `'${urn}' is not a URN` });
  const edit = {
    ...identity,
    mode: 'update',
    ...(expected !== undefined && { expected }),
    declare: (current: Parameters<typeof mergeLabels>[0]) => ({ ...mergeLabels(current, labels), spec: params }),
  } as const;
  return only(await apply([edit], caller, options, deps));
}

const mergeLabels = (
  current:
    | {
        labels: Readonly<Record<string, string>>;
        annotations: Readonly<Record<string, string>>;
        dependencies: Readonly<Record<string, string>>;
      }
    | undefined,
  labels: Readonly<Record<string, string>>,
) => ({
  labels: mergeWords(current?.labels ?? {}, labels),
  annotations: current?.annotations ?? {},
  dependencies: current?.dependencies ?? {},
});
