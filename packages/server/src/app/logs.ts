import { type LogChunk, ProblemError } from '@ectropy/sdk';
import { type Scene, subjectOf } from '../core/ask.ts';
import type { Resource, Words } from '../core/resource.ts';
import { conceal } from '../core/secrets.ts';
import { parseUrn, type Urn } from '../core/urn.ts';
import { moduleKey } from '../store/port.ts';
import type { Caller } from './app.ts';
import type { Deps } from './deps.ts';
import { needsOf } from './gather.ts';
import { getFor } from './get.ts';
import { hostFor } from './host.ts';
import { knownSecrets, longestFirst } from './known-secrets.ts';

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
  const { needs, config } = await readScene(resource, deps);
  const chunks = module.logs(subjectOf(resource, { needs, config }), filter, hostFor(resource, { signal, now: deps.now }));
  return knowsSecrets(resource, deps) ? discreet(chunks, resource, needs, deps) : chunks;
}

async function readScene({ project, kind, dependencies }: Resource, { store }: Deps): Promise<Omit<Scene, 'module'>> {
  const { resources, configs } = await store.load(Object.values(dependencies), [{ project, kind }]);
  return { needs: needsOf(dependencies, resources), config: configs.get(moduleKey(project, kind)) ?? {} };
}

const knowsSecrets = ({ kind, project, dependencies }: Resource, { kinds }: Deps): boolean =>
  [kinds.get(kind, project).kind, ...Object.values(dependencies).map((urn) => kinds.find(parseUrn(urn)?.kind ?? '')?.kind)].some(
    (one) => (one?.secret?.length ?? 0) > 0,
  );

/**
 * A thing may say what it was told in confidence, as a file does that was made from a password. What is secret is read anew each time,
 * because it may be younger than the stream; and what was secret stays so, because the thing may be a moment behind.
 */
async function* discreet(chunks: AsyncIterable<LogChunk>, resource: Resource, first: Scene['needs'], deps: Deps): AsyncGenerator<LogChunk> {
  const secrets = new Set(knownSecrets(resource, first, deps.kinds));
  for await (const chunk of chunks) {
    const now = (await deps.store.load([resource.urn])).resources.get(resource.urn) ?? resource;
    const { needs } = await readScene(now, deps);
    for (const secret of knownSecrets(now, needs, deps.kinds)) secrets.add(secret);
    yield { ...chunk, text: conceal(chunk.text, longestFirst([...secrets])) };
  }
}
