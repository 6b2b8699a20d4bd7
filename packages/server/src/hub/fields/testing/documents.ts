/** Documents, managers and operations for tests: few names, so that they meet often. */
import type { Json, JsonObject } from '@ectropy/sdk';
import * as fc from 'fast-check';
import type { FieldManager } from '../../../core/resource.ts';
import { type Apply, type AppliedFields, applyFields } from '../apply.ts';
import { documentType } from '../document-type.ts';
import { type Update, updateFields } from '../update.ts';

export const apiVersion = 'example.dev/v1';

export const widget = documentType({
  schema: {
    type: 'object',
    properties: {
      color: { type: 'string' },
      size: { type: 'integer' },
      words: { type: 'object', additionalProperties: { type: 'string' } },
      nested: { type: 'object', properties: { x: { type: 'string' }, deep: { type: 'object', properties: { y: { type: 'string' } } } } },
      whole: { type: 'object', 'x-kubernetes-map-type': 'atomic', properties: { a: { type: 'string' } } },
      list: { type: 'array', items: { type: 'string' } },
      tags: { type: 'array', items: { type: 'string' } },
      ports: {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['port', 'protocol'],
        items: {
          type: 'object',
          properties: { port: { type: 'integer' }, protocol: { type: 'string', default: 'TCP' }, name: { type: 'string' } },
        },
      },
      free: { 'x-kubernetes-preserve-unknown-fields': true },
    },
  },
  sets: ['tags'],
});

export const aWidget = (spec: JsonObject, metadata: JsonObject = {}, rest: JsonObject = {}): JsonObject => ({
  apiVersion,
  kind: 'Widget',
  metadata: { name: 'w', ...metadata },
  spec,
  ...rest,
});

/** What is stored between writes. */
export interface Stored {
  readonly live?: JsonObject;
  readonly managers: readonly FieldManager[];
}

export const nothingStored: Stored = { managers: [] };
const common = { apiVersion, type: widget, now: 0 };

export const tryApply = ({ live, managers }: Stored, manager: string, applied: JsonObject, more: Partial<Apply> = {}): AppliedFields =>
  applyFields({ ...common, live, managers, manager, applied, ...more });

export function apply(
  stored: Stored,
  manager: string,
  applied: JsonObject,
  more: Partial<Apply> = {},
): Stored & { readonly live: JsonObject } {
  const answer = tryApply(stored, manager, applied, more);
  if (answer.type === 'conflict') throw new Error(answer.conflicts.map(({ path }) => path).join());
  return { live: answer.object, managers: answer.managers };
}

export const update = (
  { live, managers }: Stored,
  manager: string,
  after: JsonObject,
  more: Partial<Update> = {},
): Stored & { live: JsonObject } => ({
  live: after,
  managers: updateFields({ ...common, before: live, managers, manager, after, ...more }),
});

export const fieldsOfManager = ({ managers }: Stored, name: string): Json | undefined =>
  managers.find(({ manager }) => manager === name)?.fieldsV1;

const word = fc.constantFrom('a', 'b', 'c');
const optional = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(arbitrary, { nil: undefined, freq: 2 });
const dense = (value: Record<string, Json | undefined>): JsonObject =>
  Object.fromEntries(Object.entries(value).filter((entry): entry is [string, Json] => entry[1] !== undefined));

const free = fc.letrec<{ any: Json }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 2 },
    word,
    fc.integer({ min: 0, max: 2 }),
    fc.array(word, { maxLength: 2 }),
    fc.dictionary(word, tie('any'), { maxKeys: 2 }),
  ),
})).any;

const port = fc
  .record({ port: fc.integer({ min: 1, max: 3 }), protocol: optional(fc.constantFrom('TCP', 'UDP')), name: optional(word) })
  .map((one) => dense(one));

const ports = fc.uniqueArray(port, { maxLength: 3, selector: ({ port: number, protocol = 'TCP' }) => JSON.stringify([number, protocol]) });

export const spec: fc.Arbitrary<JsonObject> = fc
  .record({
    color: optional(word),
    size: optional(fc.integer({ min: 0, max: 2 })),
    words: optional(fc.dictionary(fc.oneof(word, fc.constant('__proto__')), word, { minKeys: 1, maxKeys: 3 })),
    nested: optional(fc.record({ x: word, deep: fc.record({ y: word }) }, { requiredKeys: ['x'] })),
    whole: optional(fc.record({ a: word })),
    list: optional(fc.array(word, { minLength: 1, maxLength: 2 })),
    tags: optional(fc.uniqueArray(word, { minLength: 1, maxLength: 3 })),
    ports: optional(ports),
    free: optional(fc.dictionary(word, free, { minKeys: 1, maxKeys: 2 })),
  })
  .map((one) => dense(one as Record<string, Json | undefined>));

export const document: fc.Arbitrary<JsonObject> = fc
  .tuple(spec, optional(fc.dictionary(word, word, { minKeys: 1, maxKeys: 2 })))
  .map(([one, labels]) => aWidget(one, labels ? { labels } : {}));
