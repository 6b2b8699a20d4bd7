/** Keeps the kinds of this process in step with the definitions in the store, whoever writes them. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Version } from '../core/resource.ts';
import { DEFINITION } from '../hub/builtin.ts';
import type { Deps } from './deps.ts';

const AGAIN_MS = 1_000;

export interface Following {
  /** Settles when following has ended, after the signal. */
  readonly ended: Promise<void>;
}

/** Resolves when every kind that is defined now is known. */
export async function followKinds(deps: Deps, failed: (error: unknown) => void = () => undefined): Promise<Following> {
  const since = await readAll(deps);
  return { ended: follow(since, deps, failed) };
}

async function readAll({ store, kinds }: Deps): Promise<Version> {
  const found = new Set<string>();
  let after: Parameters<typeof store.list>[0]['after'];
  let version: Version | undefined;
  for (;;) {
    const page = await store.list({ kind: DEFINITION, limit: 500, ...(after !== undefined && { after }) });
    version ??= page.version;
    for (const definition of page.resources) {
      kinds.learn(definition);
      found.add(definition.urn);
    }
    after = page.resources.at(-1)?.urn;
    if (!page.more) break;
  }
  for (const { definition } of kinds.registered) if (definition && !found.has(definition.urn)) kinds.forget(definition.urn);
  return version;
}

/** When the feed breaks off, or was too far ahead, everything is read anew. */
async function follow(start: Version, deps: Deps, failed: (error: unknown) => void): Promise<void> {
  const { feed, kinds, signal } = deps;
  let since = start;
  while (!signal.aborted) {
    try {
      for await (const change of feed.follow(since, { signal, wants: ({ resource }) => resource.kind === DEFINITION })) {
        since = change.version;
        if (change.type === 'bookmark') continue;
        if (change.type === 'gone') kinds.forget(change.resource.urn);
        else kinds.learn(change.resource);
      }
    } catch (error) {
      if (signal.aborted) return;
      failed(error);
      await sleep(AGAIN_MS, undefined, { signal }).catch(() => undefined);
      since = await readAll(deps).catch(() => since);
    }
  }
}
