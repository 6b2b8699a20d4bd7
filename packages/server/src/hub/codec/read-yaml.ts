import {
  type AliasEvent,
  type Event,
  EVENT_ID,
  type MappingEvent,
  parseEvents,
  type ScalarEvent,
  type SequenceEvent,
  YAMLException,
} from 'js-yaml';
import { type AmbiguousNote, MAX_DEPTH, MAX_TOLD, type Note, type Raw, tooDeep, Unreadable } from './raw.ts';
import { type Anchors, anchorsWithin } from './yaml-anchors.ts';
import { eventAt } from './yaml-at.ts';
import { awaitsKey, documentFrame, type Frame, listFrame, mapFrame, pathTo, putKey, putValue } from './yaml-frame.ts';
import { yamlPlaces } from './yaml-places.ts';
import { isAmbiguous, isMergeKey, scalarText, scalarValue, shortTag, unknownTag } from './yaml-scalar.ts';

/** The parser counts the steps of its own recursion: up to two per level of the document. */
const PARSER_DEPTH = 2 * MAX_DEPTH + 8;

/** One document that is being put together from the parser's events. */
interface Building {
  readonly source: string;
  readonly frames: Frame[];
  readonly anchors: Anchors;
  readonly duplicates: Note[];
  readonly ambiguous: AmbiguousNote[];
}

/** The documents of a stream; empty ones are passed over. `budget` is how many characters aliases may stand for, all together. */
export function readYaml(source: string, budget: number): readonly Raw[] {
  const events = eventsOf(source);
  const left = { budget };
  const found: Raw[] = [];
  for (let at = 0; at < events.length;) {
    const end = endOfDocument(events, at);
    const raw = readDocument(source, events, at, end, left);
    if (raw) found.push(raw);
    at = end;
  }
  return found;
}

function eventsOf(source: string): readonly Event[] {
  try {
    return parseEvents(source, { maxDepth: PARSER_DEPTH });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const at = error.mark?.position ?? 0;
    if (error.reason.startsWith('nesting exceeded')) throw tooDeep(at);
    throw new Unreadable(at, error.reason, { cause: error });
  }
}

/** Behind the event that closes the document which begins here. */
function endOfDocument(events: readonly Event[], start: number): number {
  let open = 0;
  for (let at = start; at < events.length; at++) {
    const type = events[at]?.type;
    if (type === EVENT_ID.POP) open--;
    else if (type !== EVENT_ID.SCALAR && type !== EVENT_ID.ALIAS) open++;
    if (open === 0) return at + 1;
  }
  return events.length;
}

function readDocument(source: string, events: readonly Event[], start: number, end: number, left: { budget: number }): Raw | undefined {
  const [head, first] = [events[start], events[start + 1]];
  if (head?.type !== EVENT_ID.DOCUMENT || !first || isEmpty(first)) return undefined;
  const at = Math.max(0, eventAt(first));
  // A redefined handle would give another meaning to the tags that are allowed.
  if (head.directives.some(({ kind }) => kind === 'tag')) throw new Unreadable(at, 'the directive %TAG is not allowed', { final: true });
  const root = documentFrame(at);
  const building: Building = { source, frames: [root], anchors: anchorsWithin(source, left), duplicates: [], ambiguous: [] };
  for (let i = start + 1; i < end - 1; i++) step(building, events[i] as Event);
  const { duplicates, ambiguous } = building;
  return { value: root.value, at, duplicates, ambiguous, places: () => yamlPlaces(source, events, start + 1, end - 1) };
}

const isEmpty = (event: Event): boolean =>
  event.type === EVENT_ID.SCALAR && event.valueStart < 0 && event.anchorStart < 0 && event.tagStart < 0;

function step(building: Building, event: Event): void {
  if (event.type === EVENT_ID.SCALAR) scalar(building, event);
  else if (event.type === EVENT_ID.ALIAS) alias(building, event);
  else if (event.type === EVENT_ID.POP) leave(building);
  else if (event.type !== EVENT_ID.DOCUMENT) enter(building, event);
}

function scalar(building: Building, event: ScalarEvent): void {
  const { source, anchors } = building;
  const frame = innermost(building);
  const text = scalarText(source, event);
  const at = eventAt(event);
  const value = awaitsKey(frame) && event.tagStart < 0 ? text : scalarValue(source, event, text);
  anchors.keep(event, value);
  if (awaitsKey(frame)) {
    keyed(building, putKey(frame, String(value), isMergeKey(event, text)), at);
    if (isAmbiguous(event, text)) tellAmbiguous(building, text, at);
  } else {
    if (isAmbiguous(event, text)) tellAmbiguous(building, text, at);
    putValue(frame, value, at);
  }
}

function keyed({ frames, duplicates }: Building, twice: boolean, at: number): void {
  if (twice && duplicates.length < MAX_TOLD) duplicates.push({ path: pathTo(frames), at });
}

function tellAmbiguous({ frames, ambiguous }: Building, text: string, at: number): void {
  if (ambiguous.length < MAX_TOLD) ambiguous.push({ path: pathTo(frames), at, text });
}

function alias(building: Building, event: AliasEvent): void {
  const frame = innermost(building);
  const at = eventAt(event);
  const value = building.anchors.copy(event, MAX_DEPTH - building.frames.length + 1);
  if (!awaitsKey(frame)) return putValue(frame, value, at);
  if (typeof value === 'object') throw noKey(at);
  return keyed(building, putKey(frame, String(value), false), at);
}

function enter(building: Building, event: MappingEvent | SequenceEvent): void {
  const { source, frames, anchors } = building;
  const at = eventAt(event);
  if (awaitsKey(innermost(building))) throw noKey(at);
  const tag = event.tagStart < 0 ? '' : source.slice(event.tagStart, event.tagEnd);
  if (!['', event.type === EVENT_ID.MAPPING ? 'map' : 'seq'].includes(shortTag(tag))) throw unknownTag(tag, at);
  if (frames.length > MAX_DEPTH) throw tooDeep(at);
  anchors.open(event);
  frames.push(event.type === EVENT_ID.MAPPING ? mapFrame(at, event) : listFrame(at, event));
}

function leave(building: Building): void {
  const done = building.frames.pop();
  if (!done || done.type === 'document') return;
  building.anchors.keep(done.event, done.value);
  putValue(innermost(building), done.value, done.at);
}

const noKey = (at: number): Unreadable => new Unreadable(at, 'a key must be a string', { final: true });

/** The parser opens a document before anything else, and closes it last. */
const innermost = ({ frames }: Building): Frame => frames.at(-1) ?? documentFrame(0);
