/** Messages by tables of their fields. Fields that no table has are skipped, as everywhere in protobuf. */
import type { Json, JsonObject } from '@ectropy/sdk';
import type { Shape } from './shape.ts';
import { text } from './shape.ts';
import { malformed, type WireField, wireFields } from './wire-fields.ts';

export interface Slot {
  readonly name: string;
  readonly shape: Shape;
  /** `kept`: a value that is empty, zero or false was set on purpose. Otherwise Go writes it for what was not set, and it is dropped. */
  readonly as: 'single' | 'kept' | 'list' | 'map';
}

/** By field number. */
export type Table = Readonly<Record<number, Slot>>;

export const single = (name: string, shape: Shape = text): Slot => ({ name, shape, as: 'single' });
export const kept = (name: string, shape: Shape = text): Slot => ({ name, shape, as: 'kept' });
export const list = (name: string, shape: Shape = text): Slot => ({ name, shape, as: 'list' });
/** Keys are strings. */
export const map = (name: string, shape: Shape = text): Slot => ({ name, shape, as: 'map' });

/** Tables are written by hand and none holds itself, so that the nesting is bounded by them and not by the input. */
export const message = (table: Table): Shape => ({ wire: 2, read: (value) => readMessage(table, value) });

type Found = Map<string, Json | Json[] | Map<string, Json>>;

/** Of a field that stands twice the last counts. */
export function readMessage(table: Table, bytes: Uint8Array): JsonObject {
  const found: Found = new Map();
  for (const field of wireFields(bytes)) {
    const slot = Object.hasOwn(table, field.number) ? table[field.number] : undefined;
    if (slot) take(found, slot, field);
  }
  return Object.fromEntries([...found].map(([name, value]) => [name, value instanceof Map ? Object.fromEntries(value) : value]));
}

function take(found: Found, { name, shape, as }: Slot, field: WireField): void {
  switch (as) {
    case 'single':
    case 'kept': {
      const value = read(shape, field);
      if (value === null || (as === 'single' && isZero(value))) found.delete(name);
      else found.set(name, value);
      return;
    }
    case 'list': {
      const items = found.get(name);
      if (Array.isArray(items)) items.push(read(shape, field));
      else found.set(name, [read(shape, field)]);
      return;
    }
    case 'map': {
      const known = found.get(name);
      const entries = known instanceof Map ? known : new Map<string, Json>();
      entries.set(...readEntry(shape, field));
      found.set(name, entries);
    }
  }
}

const isZero = (value: Json): boolean => value === '' || value === 0 || value === false;

function read(shape: Shape, field: WireField): Json {
  if (shape.wire === 0 && field.wire === 0) return shape.read(field.value);
  if (shape.wire === 2 && field.wire === 2) return shape.read(field.value);
  throw malformed(`field ${field.number} has another wire type than expected`);
}

/** `{ key = 1, value = 2 }`, each of which may be absent. */
function readEntry(shape: Shape, entry: WireField): [string, Json] {
  if (entry.wire !== 2) throw malformed(`field ${entry.number} has another wire type than expected`);
  let key = '';
  let value: Json | undefined;
  for (const field of wireFields(entry.value)) {
    if (field.number === 1) key = String(read(text, field));
    if (field.number === 2) value = read(shape, field);
  }
  return [key, value ?? (shape.wire === 2 ? shape.read(new Uint8Array()) : shape.read(0n))];
}
