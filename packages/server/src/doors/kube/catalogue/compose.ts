/** Documents as pieces of JSON text, one per kind, so that neither the whole text nor the whole object has to be in memory at once. */
import type { JsonObject } from '@ectropy/sdk';
import type { Dialect } from './dialect.ts';
import type { Entry } from './entry.ts';
import type { Group } from './groups.ts';
import { type Operation, withFreeId } from './operation.ts';
import { operationsOf } from './operations.ts';
import { sharedSchemas } from './request-schemas.ts';
import { schemasOf } from './schemas.ts';
import { mapValues } from './subschemas.ts';

export interface Contents {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly entries: readonly Entry[];
  readonly names: ReadonlyMap<Entry, string>;
  /** Present: the document has a list of tags, by group. */
  readonly groups?: readonly Group[];
  /** What else stands in the document, already in its dialect. */
  readonly more?: More;
}

export interface More {
  /** The same name with the same entries means the same content. */
  readonly name: string;
  readonly tags: readonly JsonObject[];
  readonly paths: JsonObject;
  readonly operationIds: readonly string[];
  /** One object of schemas at a time. */
  readonly schemas: Iterable<JsonObject>;
  readonly extensions: JsonObject;
}

/** One JSON document in pieces. Between two pieces the caller may do something else. */
export function* compose(contents: Contents, dialect: Dialect): Generator<string> {
  yield `${opened(headOf(contents, dialect))},"paths":{`;
  yield* joined(pathsOf(contents, dialect));
  const [outer, inner] = dialect.schemasAt;
  yield inner === undefined ? `},${members(dialect.shared)},"${outer}":{` : `},"${outer}":{${shared(dialect)}"${inner}":{`;
  yield* joined(componentsOf(contents, dialect));
  yield inner === undefined ? '}}' : '}}}';
}

/** What stands before the paths. */
export const headOf = (contents: Contents, dialect: Dialect): JsonObject => {
  const { title, version, description, more } = contents;
  const info = { title, version, description, license: dialect.license };
  return { ...dialect.mark, info, ...tagsOf(contents), ...more?.extensions };
};

const opened = (object: JsonObject): string => JSON.stringify(object).slice(0, -1);

/** Without the braces. */
const members = (object: JsonObject): string => JSON.stringify(object).slice(1, -1);

const shared = (dialect: Dialect): string => (Object.keys(dialect.shared).length > 0 ? `${members(dialect.shared)},` : '');

/** Each piece is one or more members of the same object. */
function* joined(pieces: Iterable<JsonObject>): Generator<string> {
  let first = true;
  for (const piece of pieces) {
    const text = members(piece);
    if (text === '') continue;
    yield first ? text : `,${text}`;
    first = false;
  }
}

function tagsOf({ groups, names, more }: Contents): JsonObject {
  if (!groups) return {};
  const entries = groups.map(({ name, versions }) => ({ name: name || 'core', of: versions.flatMap((version) => version.entries) }));
  return {
    tags: [
      ...(more?.tags ?? []),
      ...entries.flatMap(({ of }) => of.map((entry) => ({ name: names.get(entry) ?? entry.kind, description: entry.description }))),
    ],
    'x-tagGroups': entries.map(({ name, of }) => ({ name, tags: of.map((entry) => names.get(entry) ?? entry.kind) })),
  };
}

/** The paths of one kind at a time. */
export function* pathsOf({ entries, names, more }: Contents, dialect: Dialect): Generator<JsonObject> {
  const taken = new Set(more?.operationIds);
  if (more) yield more.paths;
  for (const entry of entries) {
    const operations = operationsOf(entry, names.get(entry) ?? entry.kind).map((operation) => withFreeId(operation, taken));
    yield Object.fromEntries([...Map.groupBy(operations, ({ path }) => path)].map(([path, all]) => [path, pathItem(all, dialect)]));
  }
}

function pathItem(operations: readonly Operation[], dialect: Dialect): JsonObject {
  const written = operations.map(({ method, ...rest }) => ({ method, ...dialect.operation({ method, ...rest }) }));
  const parameters = written[0]?.parameters ?? [];
  return {
    ...(parameters.length > 0 && { parameters }),
    ...Object.fromEntries(written.map(({ method, operation }) => [method, operation])),
  };
}

/** The schemas of one kind at a time, those that all share first. */
export function* componentsOf({ entries, more }: Contents, dialect: Dialect): Generator<JsonObject> {
  yield mapValues(sharedSchemas, (schema) => dialect.schema(schema as JsonObject));
  if (more) yield* more.schemas;
  for (const entry of entries) {
    yield Object.fromEntries([...schemasOf(entry)].map(([name, schema]) => [name, dialect.schema(schema)]));
  }
}
