/** GET /watch: changes as server-sent events, resumable from any version that was handed out. */
import type { App, Watched } from '../../app/app.ts';
import type { Resource, Version } from '../../core/resource.ts';
import { refusalOf } from '../http/refusal.ts';
import type { Ask, Verb } from './ask.ts';
import { kindOf } from './common.ts';
import { begin } from '../http/first.ts';
import { readCaller } from './headers.ts';
import { readFilter } from './list.ts';
import { errorBody } from './problem.ts';
import { resourceToWire } from './to-wire.ts';

/** How long a browser waits before it connects again. */
const RETRY_MS = 2_000;

export const watch: Verb = async (ask, { app, heartbeatMs }) => {
  const caller = readCaller(ask, 'optional');
  const { kind, project, labels } = readFilter(ask.query, ask.faults);
  const since = readSince(ask);
  ask.faults.check();

  const signal = ask.signal();
  const request = { ...(kind && { kind }), ...(project && { project }), ...(labels && { labels }), ...(since && { since }), signal };
  // The feed begins with a bookmark, so that a version which is too old is told with a status.
  const { all } = await begin(app.watch(request, caller));
  const heartbeat = { text: ': still here\n\n', everyMs: heartbeatMs };
  return { contentType: 'text/event-stream', chunks: frames(all, app, signal), heartbeat, signal };
};

/** `Last-Event-ID` is what a browser sends when it connects again, so it is newer than `since`. */
function readSince({ headers, query, faults }: Ask): Version | undefined {
  const resumed = [headers['last-event-id']].flat()[0]?.trim();
  const given = resumed || query.text('since');
  if (given === undefined) return undefined;
  if (/^\d{1,30}$/.test(given)) return storable(given);
  faults.add(
    [resumed ? 'Last-Event-ID' : 'since'],
    `${JSON.stringify(given.slice(0, 60))} is not a version`,
    'send the id of an earlier event',
  );
  return undefined;
}

const HIGHEST = 2n ** 63n - 1n;

/** A version beyond what the store can count to is of the future like any other that it has not handed out: 410, not an overflow. */
const storable = (version: string): Version => String(BigInt(version) > HIGHEST ? HIGHEST : BigInt(version)) as Version;

async function* frames(pages: AsyncIterable<readonly Watched[]>, app: App, signal: AbortSignal): AsyncGenerator<string> {
  yield `retry: ${RETRY_MS}\n\n`;
  try {
    for await (const page of pages) yield page.map((change) => frame(eventOf(change), dataOf(change, app), change.version)).join('');
  } catch (error) {
    if (!signal.aborted) yield frame('error', JSON.stringify(errorBody(refusalOf(error))));
  }
}

/** This door does not tell a new resource from a changed one. */
const eventOf = ({ type }: Watched): string => (type === 'new' ? 'put' : type === 'left' ? 'gone' : type);

const texts = new WeakMap<Resource, string>();

/** Whoever watches the same is shown the same resource, so that it is written once for all of them. */
function dataOf(change: Watched, app: App): string {
  if (change.type === 'bookmark') return '{}';
  const { resource } = change;
  const text = texts.get(resource) ?? JSON.stringify({ resource: resourceToWire(resource, kindOf(app, resource.kind)) });
  texts.set(resource, text);
  return text;
}

const frame = (event: string, data: string, id?: string): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`;
