/** Watches one collection, and goes on from the last version that it was told, at whoever is there. */
import { setTimeout as pass } from 'node:timers/promises';
import type { Collection } from '@ectropy/cloud-sim';
import { listOf } from '../cloud/fleet.ts';
import { items } from '../kube.ts';
import type { Wire } from '../product.ts';
import type { Client } from './client.ts';
import type { Seen, Told, Watched } from './oracle/history.ts';
import { toldOf } from './told.ts';

export interface Watcher extends AsyncDisposable {
  readonly name: string;
  readonly collection: Collection;
  history(): Watched;
  /** What is there, as far as it was told. */
  now(place: string): Told | undefined;
  reconnections(): number;
}

const AGAIN_MS = 50;

interface Line {
  readonly type: string;
  readonly object: Wire;
}

export async function openWatcher(name: string, collection: Collection, urls: readonly string[], client: Client): Promise<Watcher> {
  const list = await client.read(listOf(collection));
  const start = { version: String(list.body.metadata?.resourceVersion), items: items(list).map((item) => toldOf(collection, item)) };
  const there = new Map(start.items.map((item) => [item.place, item]));
  const events: Seen[] = [];
  const errors: string[] = [];
  const stop = new AbortController();
  let version = start.version;
  let connections = 0;

  const take = ({ type, object }: Line): void => {
    if (type === 'BOOKMARK') return void (version = String(object.metadata?.resourceVersion));
    if (type === 'ERROR') {
      if (Number(object.code) < 500) errors.push(`was refused from ${version}: ${JSON.stringify(object)}`);
      return;
    }
    const event: Seen = { type: type as Seen['type'], at: Date.now(), ...toldOf(collection, object) };
    version = event.version;
    events.push(event);
    if (event.type === 'DELETED') there.delete(event.place);
    else there.set(event.place, event);
  };

  const once = async (url: string): Promise<void> => {
    const query = `watch=true&allowWatchBookmarks=true&resourceVersion=${version}&timeoutSeconds=600`;
    const response = await fetch(`${url}${listOf(collection)}?${query}`, { signal: stop.signal, headers: { 'user-id': 'alice' } });
    if (response.status >= 400 && response.status < 500) errors.push(`was refused from ${version} with ${response.status}`);
    if (!response.ok || !response.body) return;
    connections += 1;
    for await (const line of linesOf(response.body)) take(JSON.parse(line) as Line);
  };

  const watching = (async () => {
    for (let turn = name === 'a' ? 0 : 1; !stop.signal.aborted; turn += 1) {
      await once(urls[turn % urls.length] ?? '').catch(() => undefined);
      if (!stop.signal.aborted) await pass(AGAIN_MS);
    }
  })();

  return {
    name,
    collection,
    history: () => ({ name, collection, start, events: [...events], errors: [...errors] }),
    now: (place) => there.get(place),
    reconnections: () => Math.max(0, connections - 1),
    async [Symbol.asyncDispose]() {
      stop.abort();
      await watching;
    },
  };
}

/** Whole lines only: what breaks off was never told. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts) if (line !== '') yield line;
  }
}
