/** What is said about a document rather than in it: nobody owns it. */
import { isObject, type JsonObject } from '@ectropy/sdk';
import { fieldElement } from './element.ts';
import { difference, type FieldSet, fieldSet } from './field-set.ts';

const IDENTITY = ['name', 'namespace', 'generateName'] as const;
const SERVER = [
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'selfLink',
  'managedFields',
] as const;

const neverOwned = fieldSet(
  [fieldElement('apiVersion')],
  [fieldElement('kind')],
  [fieldElement('metadata')],
  ...[...IDENTITY, ...SERVER].map((name) => [fieldElement('metadata'), fieldElement(name)]),
);

export const ownable = (set: FieldSet): FieldSet => difference(set, neverOwned);

/** Without what only the server says, and without maps and lists of the metadata that have nothing in them. */
export function withoutServerFields(document: JsonObject): JsonObject {
  if (!isObject(document.metadata)) return document;
  const server: readonly string[] = SERVER;
  const entries = Object.entries(document.metadata).filter(([key, value]) => !server.includes(key) && !isBlank(value));
  return { ...document, metadata: Object.fromEntries(entries) };
}

const isBlank = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);

/** The merged document with its identity and what the server says about it as they were. */
export function withServerFieldsOf(live: JsonObject, merged: JsonObject): JsonObject {
  const before = isObject(live.metadata) ? live.metadata : {};
  const kept = Object.entries(before).filter(([key]) => key !== 'managedFields' && [...IDENTITY, ...SERVER].some((name) => name === key));
  const { metadata, ...rest } = withoutServerFields(merged);
  return { ...rest, metadata: { ...(isObject(metadata) && metadata), ...Object.fromEntries(kept) } };
}
