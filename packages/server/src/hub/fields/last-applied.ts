/** Moving from `kubectl apply` to `kubectl apply --server-side`: the annotation of the one tells what the other may take over. */
import { isObject, type Json, type JsonObject } from '@ectropy/sdk';
import { appliedProblems } from './applied-problems.ts';
import { compare } from './compare.ts';
import { canonical, own } from './element.ts';
import { difference, emptySet, type FieldSet } from './field-set.ts';
import type { FieldType } from './field-type.ts';
import { fieldsOf } from './fields-of.ts';

const ANNOTATION = 'kubectl.kubernetes.io/last-applied-configuration';
const MAX_ANNOTATIONS = 256 * 1024;

const annotationsOf = (document: JsonObject): JsonObject => {
  const found = isObject(document.metadata) ? document.metadata.annotations : undefined;
  return isObject(found) ? found : {};
};

/** What was applied by the client and still is so: its next apply by the server takes this from anybody. */
export function adoptable(live: JsonObject, apiVersion: string, type: FieldType): FieldSet {
  const applied = parsed(own(annotationsOf(live), ANNOTATION), type);
  if (applied?.apiVersion !== apiVersion) return emptySet;
  const { added, modified, removed } = compare(live, applied, type);
  return [added, modified, removed].reduce(difference, fieldsOf(applied, type));
}

function parsed(text: Json | undefined, type: FieldType): JsonObject | undefined {
  if (typeof text !== 'string') return undefined;
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value) && appliedProblems(value, type).length === 0 ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The document with the annotation as `kubectl apply` would have written it, so that both can be used in turn. */
export function syncLastApplied(document: JsonObject, applied: JsonObject): JsonObject {
  const { [ANNOTATION]: last, ...others } = annotationsOf(document);
  if (last === undefined) return document;
  const annotations = { ...others, [ANNOTATION]: `${canonical(withoutLastApplied(applied))}\n` };
  const fits = sizeOf(annotations) <= MAX_ANNOTATIONS;
  return { ...document, metadata: { ...(document.metadata as JsonObject), annotations: fits ? annotations : others } };
}

const sizeOf = (annotations: JsonObject): number =>
  Object.entries(annotations).reduce((sum, [key, value]) => sum + key.length + (typeof value === 'string' ? value.length : 0), 0);

function withoutLastApplied(applied: JsonObject): JsonObject {
  if (!isObject(applied.metadata) || !isObject(applied.metadata.annotations)) return applied;
  const { [ANNOTATION]: _, ...annotations } = applied.metadata.annotations;
  return { ...applied, metadata: { ...applied.metadata, annotations } };
}
