import type { Json, Path } from '@ectropy/sdk';
import type { MappingEvent, SequenceEvent } from 'js-yaml';
import { Unreadable } from './raw.ts';

interface DocumentFrame {
  readonly type: 'document';
  readonly at: number;
  value: Json;
}

interface ListFrame {
  readonly type: 'list';
  readonly at: number;
  readonly value: Json[];
  readonly event: SequenceEvent;
}

interface MapFrame {
  readonly type: 'map';
  readonly at: number;
  readonly value: Record<string, Json>;
  readonly event: MappingEvent;
  /** The key whose value comes next. */
  key: string | undefined;
  /** The value that comes next is merged in. */
  merge: boolean;
  /** Keys that were merged in and may be said again. */
  inherited: Set<string> | undefined;
}

/** A collection that is being read. */
export type Frame = DocumentFrame | ListFrame | MapFrame;

export const documentFrame = (at: number): Frame => ({ type: 'document', at, value: null });
export const listFrame = (at: number, event: SequenceEvent): Frame => ({ type: 'list', at, value: [], event });
export const mapFrame = (at: number, event: MappingEvent): Frame => ({
  type: 'map',
  at,
  value: {},
  event,
  key: undefined,
  merge: false,
  inherited: undefined,
});

export const awaitsKey = (frame: Frame): frame is MapFrame => frame.type === 'map' && frame.key === undefined;

/** Whether the key stood there already. */
export function putKey(frame: MapFrame, key: string, merge: boolean): boolean {
  frame.key = key;
  frame.merge = merge;
  return !merge && Object.hasOwn(frame.value, key) && !frame.inherited?.has(key);
}

export function putValue(frame: Frame, value: Json, at: number): void {
  if (frame.type === 'document') frame.value = value;
  else if (frame.type === 'list') frame.value.push(value);
  else {
    const { key = '', merge } = frame;
    frame.key = undefined;
    if (merge) return mergeIn(frame, value, at);
    set(frame.value, key, value);
    frame.inherited?.delete(key);
  }
}

/** What a mapping says itself wins over what is merged into it, and the first one merged wins over the next. */
function mergeIn(frame: MapFrame, source: Json, at: number): void {
  for (const one of Array.isArray(source) ? (source as readonly Json[]) : [source]) {
    if (typeof one !== 'object' || one === null || Array.isArray(one))
      throw new Unreadable(at, "only a mapping, or a list of mappings, can be merged with '<<'", { final: true });
    for (const [key, value] of Object.entries(one as Readonly<Record<string, Json>>)) {
      if (Object.hasOwn(frame.value, key)) continue;
      set(frame.value, key, value);
      (frame.inherited ??= new Set()).add(key);
    }
  }
}

/** An assignment to `__proto__` would not make a field. */
export function set(target: Record<string, Json>, key: string, value: Json): void {
  if (key !== '__proto__') target[key] = value;
  else Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

/** The path of the value that comes next. */
export const pathTo = (frames: readonly Frame[]): Path =>
  frames.flatMap((frame): (string | number)[] => {
    if (frame.type === 'list') return [frame.value.length];
    return frame.type === 'map' && frame.key !== undefined ? [frame.key] : [];
  });
