/** Keeps what this process remembers in step with the resources of one kind in the store, whoever writes them. */
import type { Resource, Version } from '../core/resource.ts';
import type { Urn } from '../core/urn.ts';
import { DEFINITION } from '../hub/builtin.ts';
import { sleep } from '../time.ts';
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

const PAGE = 500;
const POLL_MS = 1_000;
/** Many commits wake often; what is followed changes seldom. */
const GATHER_MS = 20;

/** Reads only the changes of its kind, so that following costs nothing of what else happens. When it has fallen too far behind, everything is read anew. */
async function keepUp(kind: string, memory: Memory, start: Version, deps: Deps, failed: (error: unknown) => void): Promise<void> {
  const { store, signal } = deps;
  let since = start;
  let woken = Promise.withResolvers<void>();
  const stopListening = store.onWake(() => woken.resolve());
  while (!signal.aborted) {
    try {
      const waiting = woken.promise;
      const { changes, upTo } = await store.changes(since, PAGE, kind);
      for (const { type, resource } of changes) {
        if (type === 'gone') memory.forget(resource.urn);
        else memory.learn(resource);
      }
      since = upTo;
      if (changes.length === PAGE) continue;
      await Promise.race([waiting, pause(POLL_MS, deps)]);
      await pause(GATHER_MS, deps);
      woken = Promise.withResolvers();
    } catch (error) {
      if (signal.aborted) break;
      failed(error);
      await pause(AGAIN_MS, deps);
      since = await readAll(kind, memory, deps).catch(() => since);
    }
  }
  stopListening();
}

/** Ends early, and quietly, when the signal aborts. */
const pause = (ms: number, { time, signal }: Deps): Promise<void> => sleep(time, ms, signal).catch(() => undefined);
