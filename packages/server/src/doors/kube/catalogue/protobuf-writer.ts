/** As much of the protobuf wire format as a document needs: varints, doubles, and what has a length. */

const WIRE = { varint: 0, fixed64: 1, bytes: 2 } as const;

const EMPTY = Buffer.alloc(0);

/** For numbers below 2^53. */
export function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return Buffer.from([...bytes, rest]);
}

const tag = (field: number, wire: number): Buffer => varint(field * 8 + wire);

export const bytesField = (field: number, content: Buffer): Buffer =>
  Buffer.concat([tag(field, WIRE.bytes), varint(content.length), content]);

export const textField = (field: number, text: string): Buffer => (text === '' ? EMPTY : bytesField(field, Buffer.from(text)));

export const boolField = (field: number, value: boolean): Buffer => (value ? Buffer.concat([tag(field, WIRE.varint), varint(1)]) : EMPTY);

/** Inside a `oneof` also the default value is written, because being there is what it says. */
export const presentBoolField = (field: number, value: boolean): Buffer => Buffer.concat([tag(field, WIRE.varint), varint(value ? 1 : 0)]);

export const intField = (field: number, value: number): Buffer =>
  Number.isSafeInteger(value) && value > 0 ? Buffer.concat([tag(field, WIRE.varint), varint(value)]) : EMPTY;

export function doubleField(field: number, value: number): Buffer {
  const content = Buffer.alloc(8);
  content.writeDoubleLE(value);
  return Buffer.concat([tag(field, WIRE.fixed64), content]);
}
