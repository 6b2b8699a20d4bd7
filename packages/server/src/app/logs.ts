import { type LogChunk, ProblemError } from '@ectropy/sdk';
import { subjectOf } from '../core/ask.ts';
import type { Words } from '../core/resource.ts';
import type { Urn } from '../core/urn.ts';
import { moduleKey } from '../store/port.ts';
import type { Caller } from './app.ts';
import type { Deps } from './deps.ts';
import { needsOf } from './gather.ts';
import { getFor } from './get.ts';
import { hostFor } from './host.ts';

/** What the thing itself says, as far as its module can tell. */
export async function logs(
  urn: Urn,
  filter: Words,
  caller: Caller,
  { signal }: { readonly signal: AbortSignal },
  deps: Deps,
): Promise<AsyncIterable<LogChunk>> {
  const resource = await getFor('logs', urn, caller, deps);
  const { module } = deps.kinds.get(resource.kind, resource.project);
  if (!module.logs) throw new ProblemError({ code: 'unsupported', message: `log streaming not supported for kind '${resource.kind}'` });
  const { resources, configs } = await deps.store.load(Object.values(resource.dependencies), [resource]);
  const subject = subjectOf(resource, {
    needs: needsOf(resource.dependencies, resources),
    config: configs.get(moduleKey(resource.project, resource.kind)) ?? {},
  });
  return module.logs(subject, filter, hostFor(resource, { signal, now: deps.now }));
}
