/** What can be asked of the resources of a kind, by its verbs. */
import type { JsonObject } from '@ectropy/sdk';
import type { Entry } from './entry.ts';
import { rootOf } from './groups.ts';
import { refTo } from './lift.ts';
import { metaRef } from './meta-schemas.ts';
import { schemaName } from './names.ts';
import {
  type ErrorCode,
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
import type { ParameterName } from './parameters.ts';
import { subresourceOperations } from './subresource-operations.ts';

interface Verb {
  readonly method: Operation['method'];
  readonly on: 'collection' | 'item';
  readonly action: string;
  readonly summary: (entry: Entry) => string;
  readonly query: readonly ParameterName[];
  readonly errors: readonly ErrorCode[];
}

const selected = ['labelSelector', 'fieldSelector', 'limit', 'continue'] as const;
const watched = ['resourceVersion', 'resourceVersionMatch', 'watch', 'allowWatchBookmarks', 'sendInitialEvents', 'timeoutSeconds'] as const;
const removed = ['dryRun', 'gracePeriodSeconds', 'propagationPolicy'] as const;

const verbs: Readonly<Record<string, Verb>> = {
  list: {
    method: 'get',
    on: 'collection',
    action: 'list',
    summary: ({ plural }) => `List or watch ${plural}.`,
    query: [...selected, ...watched],
    errors: reading,
  },
  create: { method: 'post', on: 'collection', action: 'post', summary: ({ kind }) => `Create a ${kind}.`, query: written, errors: writing },
  deletecollection: {
    method: 'delete',
    on: 'collection',
    action: 'deletecollection',
    summary: ({ plural }) => `Delete all ${plural} that are selected.`,
    query: [...selected, ...removed],
    errors: writing,
  },
  get: { method: 'get', on: 'item', action: 'get', summary: ({ kind }) => `Read a ${kind}.`, query: ['resourceVersion'], errors: reading },
  update: { method: 'put', on: 'item', action: 'put', summary: ({ kind }) => `Replace a ${kind}.`, query: written, errors: writing },
  patch: {
    method: 'patch',
    on: 'item',
    action: 'patch',
    summary: ({ kind }) => `Change a part of a ${kind}, or apply it.`,
    query: [...written, 'force'],
    errors: writing,
  },
  delete: { method: 'delete', on: 'item', action: 'delete', summary: ({ kind }) => `Delete a ${kind}.`, query: removed, errors: writing },
};

export function operationsOf(entry: Entry, short: string): readonly Operation[] {
  const own = Object.entries(verbs)
    .filter(([name]) => entry.verbs.includes(name))
    .map(([name, verb]) => operationOf(entry, short, name, verb));
  return [...everywhere(entry, own), ...own, ...subresourceOperations(entry, short)];
}

/** Of all projects at once one can only list. */
const everywhere = (entry: Entry, own: readonly Operation[]): readonly Operation[] =>
  own
    .filter(({ action }) => entry.namespaced && action === 'list')
    .map((list) => ({
      ...list,
      path: `${rootOf(entry)}/${entry.plural}`,
      id: `${list.id}OfAllProjects`,
      summary: `List or watch ${entry.plural} of all projects.`,
    }));

const operationOf = (entry: Entry, short: string, name: string, verb: Verb): Operation => {
  const schema = refTo(schemaName(entry.group, entry.version, entry.kind));
  const body = bodyOf(verb, schema);
  return {
    method: verb.method,
    path: verb.on === 'item' ? `${collectionPath(entry)}/{name}` : collectionPath(entry),
    id: `${name === 'deletecollection' ? 'deleteEvery' : name}${short}`,
    tag: short,
    summary: verb.summary(entry),
    ...describedAs(entry),
    action: verb.action,
    gvk: { group: entry.group, version: entry.version, kind: entry.kind },
    query: verb.query,
    ...(body && { body }),
    answers: answersOf(entry, verb, schema),
    errors: verb.errors,
  };
};

function bodyOf({ method }: Verb, schema: JsonObject): Operation['body'] {
  if (method === 'post' || method === 'put') return { media: JSON_BODY, schema, required: true };
  if (method === 'patch') return { media: PATCHES, schema: metaRef('Patch'), required: true };
  return method === 'delete' ? { media: JSON_BODY, schema: metaRef('DeleteOptions'), required: false } : undefined;
}

function answersOf(entry: Entry, { action, method }: Verb, schema: JsonObject): Operation['answers'] {
  if (action === 'list') return { 200: json('The list.', refTo(schemaName(entry.group, entry.version, entry.listKind))) };
  if (action === 'post') return { 201: json('Created.', schema) };
  if (action === 'patch') return { 200: json('Done.', schema), 201: json('Created by server-side apply.', schema) };
  return { 200: json(method === 'delete' ? 'Gone, or going.' : 'Done.', method === 'delete' ? metaRef('Status') : schema) };
}
