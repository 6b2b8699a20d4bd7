/** What happens to the followed resources of one collection, in order. */
import { ProblemError } from '@ectropy/sdk';
import { type Document, documentOf } from '../api/document.ts';
import { listDocuments } from '../api/list.ts';
import { isPassing, pause, watch, type WatchOptions } from '../api/watch.ts';
import type { Api } from '../api/api.ts';
import { keyOf, type News } from './item.ts';

export interface NewsOptions extends Pick<WatchOptions, 'since' | 'signal' | 'lost' | 'found'> {
  /** The keys that are followed. */
  readonly followed: ReadonlySet<string>;
}

export interface KeyedNews {
  readonly key: string;
  readonly news: News;
}

/** A server that has forgotten the version to start from is asked how things are now, and followed from there. */
export async function* newsOf(api: Api, path: string, { since, followed, ...options }: NewsOptions): AsyncGenerator<KeyedNews> {
  const { signal } = options;
  let version = since;
  while (!signal.aborted) {
    try {
      for await (const { type, object } of watch(api, path, { ...options, since: version })) {
        if (type === 'BOOKMARK') continue;
        const document = documentOf(object);
        const key = keyOf(document);
        if (followed.has(key)) yield { key, news: type === 'DELETED' ? goneAt(document) : { document } };
      }
    } catch (error) {
      if (!(error instanceof ProblemError) || error.problem.code !== 'expired') throw error;
      const present = await presentState(api, path, signal);
      if (!present) continue;
      ({ version } = present);
      for (const key of followed) {
        const document = present.byKey.get(key);
        yield { key, news: document ? { document } : { gone: true } };
      }
    }
  }
}

const goneAt = ({ metadata: { resourceVersion: version } }: Document): News => ({
  gone: true,
  ...(version !== undefined && { version }),
});

const AGAIN_MS = 500;

/** `undefined` while the server cannot tell. */
async function presentState(api: Api, path: string, signal: AbortSignal) {
  try {
    const { documents, version } = await listDocuments(api, path, { signal });
    return { byKey: new Map(documents.map((document) => [keyOf(document), document])), version };
  } catch (error) {
    if (!signal.aborted && !isPassing(error)) throw error;
    await pause(AGAIN_MS, signal);
    return undefined;
  }
}
