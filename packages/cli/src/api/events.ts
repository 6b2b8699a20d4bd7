/** What has happened. */
import { isObject, type Json } from '@ectropy/sdk';
import type { Session } from '../session.ts';
import type { Collection, Entry } from './changes.ts';
import { itemsOf } from './document.ts';
import type { ResourceType } from './types.ts';

export interface Event {
  readonly at: string;
  readonly type: string;
  readonly reason: string;
  readonly message: string;
  readonly kind: string;
  readonly name: string;
  readonly project: string;
  readonly version: string;
  /** As it came. */
  readonly object: Json;
}

export interface EventsAsked {
  /** All projects if absent. */
  readonly project: string | undefined;
  readonly about?: { readonly type: ResourceType; readonly name: string };
  readonly type?: string;
}

/** Where the events stand of what belongs to no project. */
const NO_PROJECT = '_';

/** Oldest first. */
export function eventsOf({ project, about, type }: EventsAsked, { api }: Session): Collection<Event> {
  const place = about && !about.type.namespaced ? NO_PROJECT : project;
  const path = place === undefined ? '/api/v1/events' : `/api/v1/namespaces/${encodeURIComponent(place)}/events`;
  const fields = [
    ...(about ? [`involvedObject.kind=${about.type.kind}`, `involvedObject.name=${about.name}`] : []),
    ...(type === undefined ? [] : [`type=${type}`]),
  ];
  const query = fields.length > 0 ? { fieldSelector: fields.join(',') } : {};
  return {
    path,
    query,
    async list() {
      const answer = await api.call(path, { query });
      const metadata = isObject(answer) && isObject(answer.metadata) ? answer.metadata : {};
      const entries = itemsOf(answer).map(entryOf);
      return { entries: entries.toSorted((a, b) => order(a.version, b.version)), version: String(metadata.resourceVersion ?? '') };
    },
    entriesOf: (object) => [entryOf(object)],
  };
}

/** Versions are numbers that may be longer than JavaScript's. */
const order = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

function entryOf(object: Json): Entry<Event> {
  const event = isObject(object) ? object : {};
  const metadata = isObject(event.metadata) ? event.metadata : {};
  const about = isObject(event.involvedObject) ? event.involvedObject : {};
  const value: Event = {
    at: text(event.lastTimestamp),
    type: text(event.type),
    reason: text(event.reason),
    message: text(event.message),
    kind: text(about.kind),
    name: text(about.name),
    project: text(about.namespace),
    version: text(metadata.resourceVersion),
    object,
  };
  return { key: text(metadata.uid), version: value.version, value };
}
