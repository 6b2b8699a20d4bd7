/** The protobuf wire format: a flat sequence of numbered values. What they mean is said by tables elsewhere. */
import type { Refused } from '../refused.ts';
import { badRequest } from '../refused.ts';

/** A varint, or the bytes of what has a length. Values of fixed size are only skipped: none of the known fields is of that sort. */
export type WireField =
  | { readonly number: number; readonly wire: 0; readonly value: bigint }
  | { readonly number: number; readonly wire: 2; readonly value: Uint8Array };

export const malformed = (what: string): Refused => badRequest(`the body is not valid protobuf: ${what}`);

interface Cursor {
  readonly bytes: Uint8Array;
  at: number;
}

export function* wireFields(bytes: Uint8Array): Generator<WireField> {
  const cursor: Cursor = { bytes, at: 0 };
  while (cursor.at < bytes.length) {
    const tag = readNumber(cursor);
    const number = Math.floor(tag / 8);
    if (number < 1 || number > MAX_FIELD_NUMBER) throw malformed(`there is no field ${number}`);
    switch (tag % 8) {
      case 0:
        yield { number, wire: 0, value: readVarint(cursor) };
        break;
      case 1:
        take(cursor, 8);
        break;
      case 2:
        yield { number, wire: 2, value: take(cursor, readNumber(cursor)) };
        break;
      case 5:
        take(cursor, 4);
        break;
      default:
        throw malformed(`field ${number} has an unknown wire type`);
    }
  }
}

const MAX_FIELD_NUMBER = 2 ** 29 - 1;
const MAX_VARINT_BYTES = 10;

/** A tag or a length: mostly one byte, and what is inexact beyond 2^53 is too large in any case. */
function readNumber(cursor: Cursor): number {
  const byte = cursor.bytes[cursor.at];
  if (byte === undefined || byte >= 0x80) return Number(readVarint(cursor));
  cursor.at += 1;
  return byte;
}

/** At most 64 bits. */
function readVarint(cursor: Cursor): bigint {
  let value = 0n;
  for (let length = 0; length < MAX_VARINT_BYTES; length += 1) {
    const byte = cursor.bytes[cursor.at];
    if (byte === undefined) throw malformed('it ends within a number');
    cursor.at += 1;
    value |= BigInt(byte & 0x7f) << BigInt(7 * length);
    if (byte < 0x80) {
      if (value > MAX_UINT64) break;
      return value;
    }
  }
  throw malformed('a number has more than 64 bits');
}

const MAX_UINT64 = 2n ** 64n - 1n;

/** A view, not a copy. */
function take(cursor: Cursor, length: number): Uint8Array {
  const end = cursor.at + length;
  if (end > cursor.bytes.length) throw malformed('a length goes beyond its end');
  const taken = cursor.bytes.subarray(cursor.at, end);
  cursor.at = end;
  return taken;
}
