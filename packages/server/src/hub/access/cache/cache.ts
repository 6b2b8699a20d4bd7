import type { Accessor, Held, StorageProxy } from '@ectropy/sdk';
import { around } from '../around.ts';
import { type CacheBackend, type Memory, tiered } from './backend.ts';
import { fenced, type Fences, fencesOf } from './fences.ts';
import { isHeld } from './is-held.ts';
import { cacheKey, type KeyScope } from './key.ts';
import { type Reading, readThrough } from './read-through.ts';

export interface Cache extends Reading {
  readonly scope: KeyScope;
  /** In this process. Apart, so that large lists do not push out single resources. */
  readonly near: { readonly get: Memory; readonly list: Memory };
  /** A cache server that several replicas share. */
  readonly far?: CacheBackend;
  /** The kind whose accessor serves this one, where that is another: what is written as the one is read as the other. */
  readonly source?: string;
}

/**
 * Remembers what `get` and `list` answered. The law: after an acknowledged write no reader of any replica gets what was before, even when
 * every message is lost. `status` is never remembered. What has secret fields does not leave this process.
 */
export const cached =
  (cache: Cache): StorageProxy =>
  (inner, kind) => {
    const { fences, far, near, source = kind.name } = cache;
    const shared = (memory: Memory): Memory => (far === undefined || kind.secret?.length ? memory : tiered(memory, far));
    const group = { get: shared(near.get), list: shared(near.list) };
    return around(inner, {
      async get(at, context) {
        const found = await readThrough<Held | null>(
          {
            key: cacheKey({ verb: 'get', at }, kind, context, cache.scope),
            fences: fencesOf.get(source, at),
            fits: (value) => value === null || isHeld(value),
            ask: async (under) => (await inner.get(at, under)) ?? null,
          },
          group.get,
          context,
          cache,
        );
        return found ?? undefined;
      },
      list: (options, context) =>
        readThrough<readonly Held[]>(
          {
            key: cacheKey({ verb: 'list', options }, kind, context, cache.scope),
            fences: fencesOf.list(source, options.shared ? undefined : options.project),
            fits: (value) => Array.isArray(value) && value.every(isHeld),
            ask: (under) => inner.list(options, under),
          },
          group.list,
          context,
          cache,
        ),
      apply: (held, context) => fenced(fencesOf.changed(source, held), fences, () => inner.apply(held, context)),
      delete: (at, context) => fenced(fencesOf.changed(source, at), fences, () => inner.delete(at, context)),
      status: inner.status?.bind(inner) ?? (async (at, context) => (await inner.get(at, context))?.status),
      ...heard(inner, source, fences),
    });
  };

/** Whoever hears of a change reads it, and not what was before. */
function heard(inner: Accessor, source: string, fences: Fences): Pick<Accessor, 'notifications'> {
  const notifications = inner.notifications?.bind(inner);
  if (!notifications) return {};
  return {
    async *notifications(options) {
      for await (const at of notifications(options)) {
        await fences.raise(at ? fencesOf.changed(source, at) : fencesOf.kind(source));
        yield at;
      }
    },
  };
}
