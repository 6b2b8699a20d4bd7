import { ProblemError } from '@ectropy/sdk';
import { same } from '../core/diff.ts';
import type { Resource } from '../core/resource.ts';
import { dueOf } from '../core/schedule.ts';
import { outputOf } from '../core/state.ts';
import type { Caller, MutateOptions, ReportRequest } from './app.ts';
import { only } from './apply.ts';
import { commitChange } from './commit.ts';
import type { Deps } from './deps.ts';
import { matters } from './gather.ts';
import { getFor } from './get.ts';
import { unchanged } from './nudge.ts';
import { wasBefore } from './was.ts';

/** A controller elsewhere says how things stand. Nothing of what is declared changes by it. */
export async function report(request: ReportRequest, caller: Caller, options: MutateOptions, deps: Deps): Promise<Resource> {
  const attempt = async () => {
    const current = await getFor('apply', request.urn, caller, deps);
    const { statusWritable, kind } = deps.kinds.get(current.kind, current.project);
    if (!statusWritable)
      throw new ProblemError({ code: 'unsupported', message: `the status of kind '${kind.name}' is written by the server` });
    refuseIfMoved(request, current);
    const next = reported(current, request, deps.now());
    const writes =
      next === current
        ? []
        : [
            {
              op: 'put' as const,
              resource: next,
              expected: current.version,
              due: dueOf(next, deps.now()),
              wakes: matters(current, next),
              ...wasBefore(current, next, kind),
            },
          ];
    return { results: [unchanged(next)], group: { writes } };
  };
  return only(await commitChange([request.urn], attempt, options, deps)).resource;
}

function refuseIfMoved({ urn, expected }: ReportRequest, { version }: Resource): void {
  if (expected === undefined || expected === version) return;
  throw new ProblemError({
    code: 'conflict',
    message: `resource with urn '${urn}' is at version ${version}, not at ${expected}`,
    hint: 'read it again and repeat the change',
  });
}

function reported(current: Resource, request: ReportRequest, now: number): Resource {
  const output = request.status(current);
  const managed = request.managed?.(current) ?? current.managed ?? [];
  const { state } = current;
  if (state.status === 'gone' || (same(output, outputOf(state)) && same(managed, current.managed ?? []))) return current;
  const { managed: _, ...rest } = current;
  return { ...rest, state: { ...state, output }, updatedAt: now, ...(managed.length > 0 && { managed }) };
}
