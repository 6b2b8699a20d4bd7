/** What can be asked below a resource or below its collection. */
import type { JsonObject } from '@ectropy/sdk';
import type { Entry, Subresource } from './entry.ts';
import { refTo } from './lift.ts';
import { metaRef } from './meta-schemas.ts';
import { pascal, schemaName } from './names.ts';
import {
  type Answer,
  JSON_BODY,
  type Operation,
  PATCHES,
  collectionPath,
  describedAs,
  json,
  reading,
  writing,
  written,
} from './operation.ts';
import { type ParameterUse, queryParameters } from './parameters.ts';
import { SCALE, anything } from './request-schemas.ts';

const methods = { get: 'get', list: 'get', create: 'post', update: 'put', patch: 'patch', delete: 'delete' } as const satisfies Record<
  string,
  Operation['method']
>;

type SubVerb = keyof typeof methods;

const isVerb = (verb: string): verb is SubVerb => Object.hasOwn(methods, verb);

/** `get` and `list` are the same request, so that the first of them stands for both. */
export const subresourceOperations = (entry: Entry, short: string): readonly Operation[] =>
  entry.subresources.flatMap((subresource) =>
    subresource.verbs
      .filter(isVerb)
      .filter((verb, i, all) => all.findIndex((other) => methods[other] === methods[verb]) === i)
      .map((verb) => operationOf(entry, subresource, verb, short)),
  );

const operationOf = (entry: Entry, subresource: Subresource, verb: SubVerb, short: string): Operation => {
  const { group = entry.group, version = entry.version, kind, name, description } = subresource;
  const body = bodyOf(entry, subresource, verb);
  return {
    method: methods[verb],
    path: subresourcePath(entry, subresource),
    id: `${verb}${short}${wordsOf(name)}`,
    tag: short,
    summary: description ?? `${name} of a ${entry.kind}.`,
    ...describedAs(entry),
    action: methods[verb],
    gvk: { group, version, kind },
    query: queryOf(subresource, verb),
    ...(body && { body }),
    answers: answersOf(entry, subresource, verb),
    errors: methods[verb] === 'get' ? reading : writing,
  };
};

/** `{name}` and `{namespace}` are taken by the resource itself. */
const subresourcePath = (entry: Entry, { name, collection }: Subresource): string =>
  `${collectionPath(entry)}${collection === true ? '' : '/{name}'}/${name.replace(/\{(?:name|namespace)\}/g, '{item}')}`;

/** `artifacts/{name}` → `ArtifactsByName`. */
const wordsOf = (name: string): string =>
  name
    .split('/')
    .map((word) => (word.startsWith('{') ? `By${pascal(word)}` : pascal(word)))
    .join('');

const queryOf = ({ query }: Subresource, verb: SubVerb): readonly ParameterUse[] => [
  ...(verb === 'update' || verb === 'patch' ? written : []),
  ...(verb === 'patch' ? (['force'] as const) : []),
  ...queryParameters(query),
];

export const partName = (entry: Entry, { name }: Subresource, part: 'Request' | 'Response'): string =>
  `${schemaName(entry.group, entry.version, entry.kind)}${pascal(name)}${part}`;

function bodyOf(entry: Entry, subresource: Subresource, verb: SubVerb): Operation['body'] {
  if (verb === 'patch') return { media: PATCHES, schema: metaRef('Patch'), required: true };
  if (verb === 'delete') return { media: JSON_BODY, schema: metaRef('DeleteOptions'), required: false };
  if (verb !== 'create' && verb !== 'update') return undefined;
  const { request } = subresource;
  if (request && isContent(request)) return { media: [mediaOf(request)], schema: contentOf(request), required: true };
  return {
    media: JSON_BODY,
    schema: request ? refTo(partName(entry, subresource, 'Request')) : usual(entry, subresource),
    required: verb === 'update',
  };
}

/** What is not JSON stands where it is used, and not among the components. */
export const isContent = ({ type }: JsonObject): boolean => type === 'string';

const contentOf = ({ format }: JsonObject): JsonObject => ({ type: 'string', ...(typeof format === 'string' && { format }) });

const mediaOf = ({ format }: JsonObject): string => (format === 'binary' ? 'application/octet-stream' : 'text/plain');

function usual(entry: Entry, { kind }: Subresource): JsonObject {
  if (kind === entry.kind) return refTo(schemaName(entry.group, entry.version, kind));
  return kind === 'Scale' ? refTo(SCALE) : kind === 'Status' ? metaRef('Status') : anything;
}

function answersOf(entry: Entry, subresource: Subresource, verb: SubVerb): Readonly<Record<string, Answer>> {
  const { response } = subresource;
  if (verb === 'delete') return { 200: json('Gone.', metaRef('Status')) };
  if (response && isContent(response))
    return { 200: { description: 'The content.', media: mediaOf(response), schema: contentOf(response) } };
  const schema = response ? refTo(partName(entry, subresource, 'Response')) : usual(entry, subresource);
  return verb === 'create' ? { 200: json('Done.', schema), 201: json('Created.', schema) } : { 200: json('Done.', schema) };
}
