/** Follows a collection: every change once, in order, over lost connections and restarts of the server. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isObject, type Json, ProblemError } from '@ectropy/sdk';
import type { Api, Call } from './api.ts';
import { refusalOf } from './status.ts';

export interface WatchEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK';
  readonly object: Json;
}

export interface WatchOptions extends Pick<Call, 'accept' | 'query'> {
  /** Changes after this version. */
  readonly since: string;
  readonly signal: AbortSignal;
  /** Told once each time the server is lost, and once when it is there again. */
  lost?(why: string): void;
  found?(): void;
}

const RETRY_MS = 500;

/** Ends when the signal does. Throws what the server refuses for good, such as `expired`: then list again. */
export async function* watch(
  api: Api,
  path: string,
  { since, signal, accept, query, lost, found }: WatchOptions,
): AsyncGenerator<WatchEvent> {
  let version = since;
  let isLost = false;
  while (!signal.aborted) {
    try {
      const call = {
        ...(accept !== undefined && { accept }),
        signal,
        query: { ...query, watch: true, allowWatchBookmarks: true, resourceVersion: version },
      };
      for await (const event of api.stream(path, call)) {
        if (isLost) found?.();
        isLost = false;
        const { type, object = null } = isObject(event) ? event : {};
        if (type === 'ERROR') throw refusalOf(object);
        version = versionOf(object) ?? version;
        yield { type: type as WatchEvent['type'], object };
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!isPassing(error)) throw error;
      if (!isLost) lost?.(error.problem.message);
      isLost = true;
    }
    await pause(RETRY_MS, signal);
  }
}

/** The server may answer again in a moment. */
export const isPassing = (error: unknown): error is ProblemError =>
  error instanceof ProblemError && (error.problem.code === 'unavailable' || error.problem.code === 'limited');

function versionOf(object: Json): string | undefined {
  const metadata = isObject(object) && isObject(object.metadata) ? object.metadata : {};
  return typeof metadata.resourceVersion === 'string' ? metadata.resourceVersion : undefined;
}

/** Ends early, and quietly, when the signal aborts. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> => sleep(ms, undefined, { signal }).catch(() => undefined);
