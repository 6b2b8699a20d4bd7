import { expect, test } from 'vitest';
import { openCatalogue } from './catalogue.ts';
import { varint } from './protobuf-writer.ts';
import { someEntries } from './testing/entries.ts';
import { bytesOf } from './testing/read.ts';

interface Read {
  readonly field: number;
  readonly bytes: Buffer;
}

/** Enough of a reader to walk the message: every field that has a length. */
function fieldsOf(message: Buffer): readonly Read[] {
  const fields: Read[] = [];
  let at = 0;
  const number = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 0x80) {
      const byte = message[at++] ?? 0;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
  };
  while (at < message.length) {
    const tag = number();
    const length = tag % 8 === 2 ? number() : tag % 8 === 1 ? 8 : 0;
    if (tag % 8 === 0) number();
    if (tag % 8 === 2) fields.push({ field: Math.floor(tag / 8), bytes: message.subarray(at, at + length) });
    at += length;
  }
  return fields;
}

const all = (message: Buffer, ...path: readonly number[]): readonly Buffer[] =>
  path.reduce<readonly Buffer[]>(
    (messages, field) =>
      messages.flatMap((each) =>
        fieldsOf(each)
          .filter((one) => one.field === field)
          .map(({ bytes }) => bytes),
      ),
    [message],
  );

const texts = (message: Buffer, ...path: readonly number[]): readonly string[] => all(message, ...path).map(String);

test('the protobuf form has the same paths, definitions and kinds as the JSON form', async () => {
  const catalogue = openCatalogue(someEntries, { suffix: 'ectropy.dev', version: '0.1.0' });
  const document = bytesOf(await catalogue.gnostic());
  const json = JSON.parse(bytesOf(await catalogue.whole('2.0')).toString()) as { paths: object; definitions: Record<string, object> };
  expect(texts(document, 1)).toEqual(['2.0']);
  expect(texts(document, 8, 2, 1)).toEqual(Object.keys(json.paths));
  expect(texts(document, 9, 1, 1)).toEqual(Object.keys(json.definitions));
  const file = all(document, 9, 1).find((pair) => texts(pair, 1)[0] === 'dev.ectropy.core.v1.File');
  expect(texts(file ?? Buffer.alloc(0), 2, 25, 1, 1)).toEqual(
    Object.keys((json.definitions['dev.ectropy.core.v1.File'] as { properties: object }).properties),
  );
  expect(texts(file ?? Buffer.alloc(0), 2, 31, 2, 2)).toContain('[{"group":"core.ectropy.dev","version":"v1","kind":"File"}]');
});

test('clients find fieldValidation in the patch operation itself', async () => {
  const document = bytesOf(await openCatalogue(someEntries, { suffix: 'ectropy.dev', version: '' }).gnostic());
  const item = all(document, 8, 2).find((pair) => texts(pair, 1)[0] === '/apis/core.ectropy.dev/v1/namespaces/{namespace}/files/{name}');
  expect(texts(item ?? Buffer.alloc(0), 2, 8, 8, 1, 2, 3, 4)).toEqual(['fieldValidation']);
});

test('varints are as long as their number needs', () => {
  expect([...varint(0)]).toEqual([0]);
  expect([...varint(127)]).toEqual([127]);
  expect([...varint(300)]).toEqual([0xac, 0x02]);
  expect([...varint(2 ** 40)]).toEqual([0x80, 0x80, 0x80, 0x80, 0x80, 0x20]);
});
