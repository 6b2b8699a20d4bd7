import { matches } from '../core/labels.ts';
import type { ChangeRecord } from '../store/port.ts';
import type { Caller, Watched, WatchRequest } from './app.ts';
import { demand } from './authorise.ts';
import type { Deps } from './deps.ts';

/** Every change once, in commit order (law 6). Begins with a bookmark, so that the caller knows where it stands. */
export async function* watch(request: WatchRequest, caller: Caller, { store, feed, authorise }: Deps): AsyncGenerator<Watched> {
  const { kind, project, since, signal } = request;
  demand(authorise, caller, 'watch', { ...(project !== undefined && { project }), ...(kind !== undefined && { kind }) });
  const start = since ?? (await store.version());
  yield* feed.follow(start, { signal, wants: (change) => concerns(change, request) });
}

const concerns = ({ resource }: ChangeRecord, { kind, project, labels = [] }: WatchRequest): boolean =>
  (kind === undefined || resource.kind === kind) &&
  (project === undefined || resource.project === project) &&
  matches(resource.labels, labels);
