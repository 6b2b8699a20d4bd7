/** Keeps what this process remembers in step with the resources of one kind in the store, whoever writes them. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Resource, Version } from '../core/resource.ts';
import type { Urn } from '../core/urn.ts';
import { DEFINITION } from '../hub/builtin.ts';
import type { Deps } from './deps.ts';

const AGAIN_MS = 1_000;

export interface Following {
  /** Settles when following has ended, after the signal. */
  readonly ended: Promise<void>;
}

/** Who remembers. */
export interface Memory {
  learn(resource: Resource): void;
  forget(urn: Urn): void;
  /** What it remembers now. */
  known(): readonly Urn[];
}

/** Resolves when every kind that is defined now is known. */
export const followKinds = (deps: Deps, failed?: (error: unknown) => void): Promise<Following> =>
  follow(
    DEFINITION,
    {
      learn: (resource) => deps.kinds.learn(resource),
      forget: (urn) => deps.kinds.forget(urn),
      known: () => deps.kinds.registered.flatMap(({ definition }) => definition?.urn ?? []),
    },
    deps,
    failed,
  );

/** Resolves when all that is there now has been learnt. */
export async function follow(
  kind: string,
  memory: Memory,
  deps: Deps,
  failed: (error: unknown) => void = () => undefined,
): Promise<Following> {
  const careful = learningCarefully(memory, failed);
  const since = await readAll(kind, careful, deps);
  return { ended: keepUp(kind, careful, since, deps, failed) };
}

/** What cannot be learnt is told, and keeps nobody from learning the rest. */
const learningCarefully = (memory: Memory, failed: (error: unknown) => void): Memory => ({
  ...memory,
  learn(resource) {
    try {
      memory.learn(resource);
    } catch (error) {
      failed(error);
    }
  },
});

async function readAll(kind: string, memory: Memory, { store }: Deps): Promise<Version> {
  const found = new Set<Urn>();
  let after: Urn | undefined;
  let version: Version | undefined;
  for (;;) {
    const page = await store.list({ kind, limit: 500, ...(after !== undefined && { after }) });
    version ??= page.version;
    for (const resource of page.resources) {
      memory.learn(resource);
      found.add(resource.urn);
    }
    after = page.resources.at(-1)?.urn;
    if (!page.more) break;
  }
  for (const urn of memory.known()) if (!found.has(urn)) memory.forget(urn);
  return version;
}

/** When the feed breaks off, or was too far ahead, everything is read anew. */
async function keepUp(kind: string, memory: Memory, start: Version, deps: Deps, failed: (error: unknown) => void): Promise<void> {
  const { feed, signal } = deps;
  let since = start;
  while (!signal.aborted) {
    try {
      for await (const change of feed.follow(since, { signal, wants: ({ resource }) => resource.kind === kind })) {
        since = change.version;
        if (change.type === 'bookmark') continue;
        if (change.type === 'gone') memory.forget(change.resource.urn);
        else memory.learn(change.resource);
      }
    } catch (error) {
      if (signal.aborted) return;
      failed(error);
      await sleep(AGAIN_MS, undefined, { signal }).catch(() => undefined);
      since = await readAll(kind, memory, deps).catch(() => since);
    }
  }
}
