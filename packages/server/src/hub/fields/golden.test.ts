/** Operations with the answers of the Kubernetes library (apimachinery 0.37, structured-merge-diff 6.4), recorded by playing random histories to both. */
import { readFileSync } from 'node:fs';
import { isObject, type Json, type JsonObject } from '@ectropy/sdk';
import { describe, expect, test } from 'vitest';
import type { FieldManager } from '../../core/resource.ts';
import { applyFields } from './apply.ts';
import { conflictMessage } from './conflict.ts';
import { canonical } from './element.ts';
import { fieldTypeOf } from './field-type.ts';
import { merge } from './merge.ts';
import { appliedPart, partOf } from './reset-fields.ts';
import { updateFields } from './update.ts';

type Lean = Omit<FieldManager, 'time' | 'fieldsType' | 'apiVersion'>;

interface Case {
  readonly op: 'apply' | 'update';
  readonly live?: JsonObject;
  readonly object: JsonObject;
  readonly managers: readonly Lean[];
  readonly manager: string;
  readonly force?: boolean;
  readonly subresource?: string;
  readonly whole?: boolean;
  readonly result?: JsonObject;
  readonly after?: readonly Lean[];
  readonly conflict?: string;
}

const apiVersion = 'example.dev/v1';
const [schema, ...cases] = readFileSync(new URL('./testing/golden.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as unknown) as [JsonObject, ...Case[]];
const type = fieldTypeOf(schema);

const full = (managers: readonly Lean[]): readonly FieldManager[] =>
  managers.map((lean) => ({ ...lean, apiVersion, time: '2026-01-01T00:00:00Z', fieldsType: 'FieldsV1' }));

const spoken = (managers: readonly Lean[]): readonly string[] =>
  managers.map(({ manager, operation, subresource, fieldsV1 }) => canonical([manager, operation, subresource ?? '', fieldsV1])).sort();

/** Where the last entry of a map or list has gone, the other library leaves null, and we the bare map or list. */
function alike(theirs: Json | undefined, ours: Json | undefined): boolean {
  if (theirs === null && typeof ours === 'object' && ours !== null) return Object.keys(ours).length === 0;
  if (Array.isArray(theirs) && Array.isArray(ours)) return theirs.length === ours.length && theirs.every((item, i) => alike(item, ours[i]));
  if (!isObject(theirs) || !isObject(ours)) return theirs === ours;
  const keys = new Set([...Object.keys(theirs), ...Object.keys(ours)]);
  return [...keys].every((key) => alike(theirs[key], ours[key]));
}

/** Metadata never keeps an empty map or list. */
const tidy = (document: JsonObject): JsonObject => ({
  ...document,
  metadata: Object.fromEntries(
    Object.entries(document.metadata as JsonObject).filter(([, value]) => value !== null && Object.keys(Object(value)).length > 0),
  ),
});

describe('the answers of Kubernetes', () => {
  test.each(cases.map((one, i) => [i, one] as const))('operation %i', (_, one) => {
    const { live, object, manager, force, subresource, whole } = one;
    const writing = { managers: full(one.managers), manager, apiVersion, type, now: 0, subresource, wholeDocument: whole };
    if (one.op === 'update') {
      expect(spoken(updateFields({ ...writing, before: live, after: object }))).toEqual(spoken(one.after ?? []));
      return;
    }
    const answer = applyFields({ ...writing, live, applied: object, force });
    if (answer.type === 'conflict') {
      expect(conflictMessage(answer.conflicts)).toBe(one.conflict);
      return;
    }
    expect(one.conflict).toBeUndefined();
    expect(spoken(answer.managers)).toEqual(spoken(one.after ?? []));
    // Theirs may lose an empty map or list that is applied, and find it again with the next apply.
    const applied = appliedPart(partOf(subresource, whole), object);
    const theirs = tidy(merge(one.result as JsonObject, applied, type) as JsonObject);
    if (!alike(theirs, answer.object)) expect(answer.object).toEqual(theirs);
  });
});
