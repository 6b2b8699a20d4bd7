import { type Event, EVENT_ID, type ScalarEvent } from 'js-yaml';
import { type Place, placeAt } from './places.ts';
import { eventAt } from './yaml-at.ts';
import { scalarText } from './yaml-scalar.ts';

interface Open {
  readonly place: Place;
  readonly map: boolean;
  key: { readonly text: string; readonly at: number } | undefined;
}

/** Where the values of one document stand, from its events. What an alias or a merge brings in stands where that is written. */
export function yamlPlaces(source: string, events: readonly Event[], start: number, end: number): Place {
  const root = placeAt(Math.max(0, eventAt(events[start] as Event)));
  const open: Open[] = [];
  for (let i = start; i < end; i++) {
    const event = events[i] as Event;
    if (event.type === EVENT_ID.POP) {
      open.pop();
      continue;
    }
    const parent = open.at(-1);
    if (parent?.map && !parent.key) {
      parent.key = { text: keyText(source, event), at: eventAt(event) };
      continue;
    }
    const place = parent ? childOf(parent, eventAt(event)) : root;
    if (event.type === EVENT_ID.MAPPING || event.type === EVENT_ID.SEQUENCE)
      open.push({ place, map: event.type === EVENT_ID.MAPPING, key: undefined });
  }
  return root;
}

/** A key that is an alias is left without a place of its own. */
const keyText = (source: string, event: Event): string =>
  event.type === EVENT_ID.SCALAR ? scalarText(source, event satisfies ScalarEvent) : '';

function childOf(parent: Open, at: number): Place {
  const { key } = parent;
  parent.key = undefined;
  const place = placeAt(key?.at ?? (at < 0 ? parent.place.at : at));
  parent.place.children.set(key ? key.text : parent.place.children.size, place);
  return place;
}
