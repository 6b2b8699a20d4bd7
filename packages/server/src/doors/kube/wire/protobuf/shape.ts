/** How the value of one field is read into JSON. */
import type { Json } from '@ectropy/sdk';
import { parseJson } from '../../../http/json.ts';
import { malformed, type WireField, wireFields } from './wire-fields.ts';

export type Shape =
  | { readonly wire: 0; read(value: bigint): Json }
  /** Of no bytes it reads what the field is when it is absent. */
  | { readonly wire: 2; read(value: Uint8Array): Json };

export const text: Shape = { wire: 2, read: decodeText };

/** JSON has no bytes; Kubernetes writes them as base64. */
export const base64: Shape = { wire: 2, read: (value) => Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64') };

export const flag: Shape = { wire: 0, read: (value) => value !== 0n };

export const whole: Shape = { wire: 0, read: toWhole };

/** `{ seconds, nanos }`; `null` stands for no time at all. */
export const time: Shape = { wire: 2, read: (value) => readTime(value, 0) };
export const microTime: Shape = { wire: 2, read: (value) => readTime(value, 6) };

/** A list of strings in a message of its own. */
export const strings: Shape = {
  wire: 2,
  read: (value) => [...wireFields(value)].flatMap((field) => (field.number === 1 && field.wire === 2 ? [decodeText(field.value)] : [])),
};

/** A JSON document as the bytes of field 1: the fields of `managedFields`. */
export const embeddedJson: Shape = {
  wire: 2,
  read: (value) => {
    const raw = [...wireFields(value)].findLast(isRaw)?.value;
    return raw === undefined || raw.length === 0 ? null : parseJson(decodeText(raw));
  },
};

const isRaw = (field: WireField): field is WireField & { readonly wire: 2 } => field.number === 1 && field.wire === 2;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function decodeText(bytes: Uint8Array): string {
  if (bytes.length === 0) return '';
  try {
    return utf8.decode(bytes);
  } catch {
    throw malformed('a string is not valid UTF-8');
  }
}

function toWhole(value: bigint): number {
  const number = Number(BigInt.asIntN(64, value));
  if (!Number.isSafeInteger(number)) throw malformed('a whole number is beyond 2^53-1 and would not be kept exactly');
  return number;
}

/** From the year 1 to the year 9999, as Kubernetes has it. */
const FIRST_SECOND = -62_135_596_800;
const LAST_SECOND = 253_402_300_799;

function readTime(bytes: Uint8Array, digits: 0 | 6): string | null {
  if (bytes.length === 0) return null;
  let [seconds, nanos] = [0, 0];
  for (const field of wireFields(bytes)) {
    if (field.wire !== 0) continue;
    if (field.number === 1) seconds = toWhole(field.value);
    if (field.number === 2) nanos = toWhole(field.value);
  }
  if (seconds < FIRST_SECOND || seconds > LAST_SECOND || nanos < 0 || nanos > 999_999_999) throw malformed('a time is out of range');
  const second = new Date(seconds * 1000).toISOString().slice(0, -'.000Z'.length);
  return digits === 0 ? `${second}Z` : `${second}.${String(Math.floor(nanos / 1000)).padStart(digits, '0')}Z`;
}
