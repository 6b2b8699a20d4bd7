/** The way back, written apart from the reader: a message is its fields by number, and a list is a field that stands there several times. */
export type Value = number | bigint | boolean | string | Uint8Array | Message;
export interface Message {
  readonly [field: number]: Value | readonly Value[];
}

export const encodeMessage = (message: Message): Uint8Array =>
  Buffer.concat(Object.entries(message).flatMap(([field, value]) => [value].flat().map((one: Value) => encodeField(Number(field), one))));

function encodeField(field: number, value: Value): Uint8Array {
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
    return Buffer.concat([tag(field, 0), varint(BigInt.asUintN(64, BigInt(value)))]);
  const bytes = typeof value === 'string' ? Buffer.from(value) : value instanceof Uint8Array ? value : encodeMessage(value);
  return Buffer.concat([tag(field, 2), varint(BigInt(bytes.length)), bytes]);
}

export const tag = (field: number, wire: number): Uint8Array => varint(BigInt(field * 8 + wire));

export function varint(value: bigint): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  do {
    const low = Number(rest & 127n);
    rest >>= 7n;
    bytes.push(rest > 0n ? low | 128 : low);
  } while (rest > 0n);
  return Uint8Array.from(bytes);
}

/** A whole body. */
export const envelope = (apiVersion: string, kind: string, raw: Message | Uint8Array, more: Message = {}): Uint8Array =>
  Buffer.concat([Buffer.from('k8s\0'), encodeMessage({ 1: { 1: apiVersion, 2: kind }, 2: raw, ...more })]);
