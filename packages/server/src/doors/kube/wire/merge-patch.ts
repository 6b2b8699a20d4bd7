/** RFC 7386: objects are merged, `null` removes, everything else replaces. */
import { isObject, type Json } from '@ectropy/sdk';
import { MAX_DEPTH } from '../../http/json.ts';
import { isForbiddenKey } from './pointer.ts';
import { badRequest } from './refused.ts';

export const applyMergePatch = (document: Json, patch: Json): Json => merge(document, patch, 0);

function merge(target: Json | undefined, patch: Json, depth: number): Json {
  if (!isObject(patch)) return patch;
  if (depth > MAX_DEPTH) throw badRequest(`the patch is nested deeper than ${MAX_DEPTH} levels`);
  const merged = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (isForbiddenKey(key)) throw badRequest(`${JSON.stringify(key)} is not allowed as a key`, 'use another name');
    if (value === null) merged.delete(key);
    else merged.set(key, merge(merged.get(key), value, depth + 1));
  }
  return Object.fromEntries(merged);
}
