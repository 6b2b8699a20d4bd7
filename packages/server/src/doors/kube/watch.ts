/** Watches: one JSON document per line, from the one feed. */
import { isObject, type Json, type JsonObject } from '@ectropy/sdk';
import type { Watched } from '../../app/app.ts';
import type { Resource, Version } from '../../core/resource.ts';
import { begin } from '../http/first.ts';
import { type Answer, type Ask, deprecation, type KubeDeps, type Site } from './ask.ts';
import { type Filters, filtersOf } from './list.ts';
import { wantsLineage } from './lineage.ts';
import type { WireView } from './view.ts';
import { type Negotiated, negotiate, offers } from './wire/accept.ts';
import { readWatchOptions, type WatchOptions } from './wire/list-options.ts';
import { partialOf } from './wire/partial.ts';
import { refusalOf, versionTooLarge } from './wire/refused.ts';
import { statusOf } from './wire/status.ts';
import { tableWatch } from './wire/table.ts';

/** Without a limit of the client's, a watch ends by itself after this time and a random part of it, so that clients spread over replicas. */
const LONGEST_MS = 30 * 60_000;

type EventType = 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';

const typeOf = { new: 'ADDED', put: 'MODIFIED', gone: 'DELETED', left: 'DELETED', bookmark: 'BOOKMARK' } as const satisfies Record<
  Watched['type'],
  EventType
>;

export async function watch(site: Site, ask: Ask, deps: KubeDeps): Promise<Answer> {
  const options = readWatchOptions(ask.url);
  const negotiated = negotiate(ask.headers.accept, offers.watch);
  const filters = filtersOf(site, options, ask);
  await refuseFuture(options, deps);
  const signal = AbortSignal.any([ask.signal(), AbortSignal.timeout(spanMs(options, deps))]);
  const frames = framesOf(site.view, negotiated, options, wantsLineage(ask), deps);
  const told = options.since.type === 'now' || options.initialEvents !== undefined;
  const opened = told
    ? initial(filters, options, frames, signal, ask, deps)
    : follow(filters, sinceOf(options), options, frames, signal, ask, deps);
  const chunks = await begun(opened, site);
  return { stream: { contentType: 'application/json', chunks: guarded(chunks, site, signal), signal }, warnings: deprecation(site.view) };
}

/** In whole milliseconds, as timers want it. */
export const spanMs = ({ timeoutSeconds }: Pick<WatchOptions, 'timeoutSeconds'>, { randomBelow }: KubeDeps): number =>
  timeoutSeconds === undefined ? LONGEST_MS + randomBelow(LONGEST_MS) : Math.min(timeoutSeconds * 1_000, 2 ** 31 - 1);

const sinceOf = ({ since }: WatchOptions): Version => (since.type === 'version' ? since.version : '0') as Version;

/** Whoever wants a state that is at least so new must not be told an older one. A watch from the future is told that its version is not of this store. */
async function refuseFuture({ initialEvents }: WatchOptions, { app }: KubeDeps): Promise<void> {
  const { notOlder } = initialEvents ?? {};
  if (notOlder === undefined) return;
  const current = await app.version();
  if (BigInt(notOlder) > BigInt(current)) throw versionTooLarge(notOlder, current);
}

/** What is refused at the start has a status of its own, except for a version that is too old: clients expect to be told that in the stream. */
export async function begun(opened: AsyncIterable<string>, { about }: Pick<Site, 'about'>): Promise<AsyncIterable<string>> {
  try {
    return (await begin(opened)).all;
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal.problems[0].code !== 'expired') throw error;
    return once(event('ERROR', statusOf(refusal, about).body as unknown as Json));
  }
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

export async function* guarded(chunks: AsyncIterable<string>, { about }: Pick<Site, 'about'>, signal: AbortSignal): AsyncGenerator<string> {
  try {
    yield* chunks;
  } catch (error) {
    if (!signal.aborted) yield event('ERROR', statusOf(refusalOf(error), about).body as unknown as Json);
  }
}

interface Frames {
  object(type: EventType, resource: Resource, version?: Version): string;
  bookmark(version: Version, initialEnd?: boolean): string;
}

/** What is there, as if it had just come, and then what changes. */
async function* initial(
  filters: Filters,
  options: WatchOptions,
  frames: Frames,
  signal: AbortSignal,
  ask: Ask,
  deps: KubeDeps,
): AsyncGenerator<string> {
  let since: Version | undefined;
  let cursor: string | undefined;
  do {
    const page = await deps.app.list({ ...filters, limit: 500, ...(cursor !== undefined && { cursor }) }, ask.caller);
    since ??= page.version;
    yield page.resources.map((resource) => frames.object('ADDED', resource)).join('');
    ({ cursor } = page);
  } while (cursor !== undefined && !signal.aborted);
  if (options.initialEvents) yield frames.bookmark(since, true);
  yield* follow(filters, since, options, frames, signal, ask, deps);
}

async function* follow(
  filters: Filters,
  since: Version,
  options: WatchOptions,
  frames: Frames,
  signal: AbortSignal,
  ask: Ask,
  { app }: KubeDeps,
): AsyncGenerator<string> {
  const { shared, ...request } = filters;
  const frame = (change: Watched): string => {
    if (change.type !== 'bookmark') return frames.object(typeOf[change.type], change.resource, change.version);
    return options.bookmarks && change.version !== since ? frames.bookmark(change.version) : '';
  };
  for await (const page of app.watch({ ...request, ...(shared && { shared: true }), since, signal }, ask.caller))
    yield page.map(frame).join('');
}

const event = (type: EventType, object: Json): string =>
  `{"type":"${type}","object":${isObject(object) ? textOf(object) : JSON.stringify(object)}}\n`;

const texts = new WeakMap<JsonObject, string>();

/** Whoever watches the same is shown the same object, so that it is written once for all of them. */
function textOf(object: JsonObject): string {
  const text = texts.get(object) ?? JSON.stringify(object);
  texts.set(object, text);
  return text;
}

function framesOf(
  view: WireView,
  { as }: Negotiated,
  options: WatchOptions,
  lineage: { readonly lineage: boolean },
  deps: KubeDeps,
): Frames {
  const version = as?.version === 'v1beta1' ? 'v1beta1' : 'v1';
  const { apiVersion, kind } = view;
  const mark = (at: Version, initialEnd: boolean): JsonObject => ({
    apiVersion,
    kind,
    metadata: { resourceVersion: at, ...(initialEnd && { annotations: { 'k8s.io/initial-events-end': 'true' } }) },
  });
  if (as?.kind === 'Table') {
    const table = tableWatch({ columns: view.columns, include: options.includeObject, version });
    const row = (object: JsonObject): Json => table(object, deps.now()) as unknown as Json;
    return {
      object: (type, resource, at) => event(type, row(stamped(view.show(resource, lineage), at))),
      bookmark: (at, initialEnd = false) => event('BOOKMARK', row(mark(at, initialEnd))),
    };
  }
  const partial = as?.kind.startsWith('PartialObjectMetadata') ?? false;
  return {
    object(type, resource, at) {
      const object = stamped(view.show(resource, lineage), at);
      return event(type, partial ? partialOf(object, version) : object);
    },
    bookmark: (at, initialEnd = false) => event('BOOKMARK', partial ? partialOf(mark(at, initialEnd), version) : mark(at, initialEnd)),
  };
}

/** A deletion is told at its own version, later than that of the object's last state. */
function stamped(object: JsonObject, version: Version | undefined): JsonObject {
  const metadata = object.metadata as JsonObject;
  return version === undefined || metadata.resourceVersion === version
    ? object
    : { ...object, metadata: { ...metadata, resourceVersion: version } };
}
