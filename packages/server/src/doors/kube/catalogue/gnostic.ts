/**
 * The Swagger document in protobuf, as some clients insist on it. Like the JSON form it comes in pieces: a message that occurs again
 * is merged with what came before, so that each kind can bring its own part of `paths` and `definitions`.
 */
import { isObject, type Json, type JsonObject } from '@ectropy/sdk';
import { type Contents, componentsOf, headOf, pathsOf } from './compose.ts';
import { swagger20 } from './dialect.ts';
import { type Field, type MessageName, maps, messages } from './gnostic-messages.ts';
import { boolField, bytesField, doubleField, intField, presentBoolField, textField } from './protobuf-writer.ts';

export function* encodeGnostic(contents: Contents): Generator<Buffer> {
  yield message('Document', { ...headOf(contents, swagger20), ...swagger20.shared });
  for (const paths of pathsOf(contents, swagger20)) yield message('Document', { paths });
  for (const definitions of componentsOf(contents, swagger20)) yield message('Document', { definitions });
}

const isMessage = (type: string): type is MessageName => Object.hasOwn(messages, type);

function message(type: MessageName, value: JsonObject): Buffer {
  const { fields, extensions }: { fields: Readonly<Record<string, Field>>; extensions?: number } = messages[type];
  return Buffer.concat(
    Object.entries(value).map(([key, each]) => {
      if (key.startsWith('x-')) return extensions === undefined ? Buffer.alloc(0) : bytesField(extensions, pair(key, any(each)));
      const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
      if (!field) return Buffer.alloc(0);
      const [number, kind, many] = field;
      return many ? Buffer.concat((each as readonly Json[]).map((one) => encoded(number, kind, one))) : encoded(number, kind, each);
    }),
  );
}

const pair = (name: string, value: Buffer): Buffer => Buffer.concat([textField(1, name), bytesField(2, value)]);

/** Any value is written as YAML, of which JSON is a part. */
const any = (value: Json): Buffer => textField(2, JSON.stringify(value));

const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

function encoded(number: number, kind: string, value: Json): Buffer {
  if (kind === 'text') return textField(number, textOf(value));
  if (kind === 'bool') return boolField(number, value === true);
  if (kind === 'int') return intField(number, Number(value));
  if (kind === 'double') return doubleField(number, Number(value));
  return bytesField(number, kind === 'any' ? any(value) : content(kind, value));
}

function content(kind: string, value: Json): Buffer {
  if (typeof value === 'boolean') return presentBoolField(2, value);
  if (kind === 'TypeItem') return textField(1, textOf(value));
  if (!isObject(value)) return Buffer.alloc(0);
  const map = maps[kind];
  if (map) return Buffer.concat(Object.entries(value).map(([name, each]) => bytesField(map[0], pair(name, content(map[1], each)))));
  return isMessage(kind) ? message(kind, value) : choice(kind, value);
}

/** The messages that are one of several. */
function choice(kind: string, value: JsonObject): Buffer {
  const referred = typeof value['$ref'] === 'string';
  switch (kind) {
    case 'ParametersItem':
      return referred ? bytesField(2, message('JsonReference', value)) : bytesField(1, parameter(value));
    case 'Parameter':
      return parameter(value);
    case 'ResponseValue':
      return referred ? bytesField(2, message('JsonReference', value)) : bytesField(1, message('Response', value));
    case 'SchemaItem':
      return value['type'] === 'file' ? bytesField(2, message('FileSchema', value)) : bytesField(1, message('Schema', value));
    default:
      return bytesField(1, message('Schema', value));
  }
}

function parameter(value: JsonObject): Buffer {
  if (value['in'] === 'body') return bytesField(1, message('BodyParameter', value));
  return bytesField(
    2,
    value['in'] === 'path' ? bytesField(4, message('PathParameter', value)) : bytesField(3, message('QueryParameter', value)),
  );
}
