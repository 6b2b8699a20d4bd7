/** The document's schemas; those of things come from the table of fields. */
import { effects, orderRules } from '../faults/order.ts';
import { fieldsOf, givenOf } from '../world/fields.ts';
import { type Collection, collections, singular } from '../world/model.ts';

type Json = Readonly<Record<string, unknown>>;

const ref = (schema: string): Json => ({ $ref: `#/components/schemas/${schema}` });
const text: Json = { type: 'string' };
const time: Json = { type: 'string', format: 'date-time' };
const count: Json = { type: 'integer', minimum: 0 };
const counts: Json = { type: 'object', additionalProperties: count };
const object = (properties: Json, required: readonly string[] = Object.keys(properties)): Json => ({
  type: 'object',
  properties,
  required,
});
const listOf = (schema: string): Json => object({ items: { type: 'array', items: ref(schema) } });

function thingSchemas(collection: Collection): Json {
  const one = singular[collection];
  const Kind = `${one.slice(0, 1).toUpperCase()}${one.slice(1)}`;
  const table = Object.entries(fieldsOf[collection]);
  const writable = Object.fromEntries(table.map(([field, { schema }]) => [field, schema]));
  const needed = table.flatMap(([field, { initial }]) => (initial === undefined ? [field] : []));
  const state = { type: 'string', enum: ['creating', 'ready', 'updating', 'deleting', 'error'] };
  const always = ['id', 'state', 'createdAt', ...Object.keys(writable)];
  return {
    [Kind]: object({ id: text, ...writable, ...givenOf[collection], state, createdAt: time }, always),
    [`${Kind}Create`]: { ...object(writable, needed), additionalProperties: false },
    [`${Kind}Change`]: { ...object(writable, []), additionalProperties: false },
    [`${Kind}List`]: listOf(Kind),
    [`${Kind}Accepted`]: object({ operation: ref('Operation'), object: ref(Kind) }),
    [`${Kind}Clicked`]: object({ object: ref(Kind) }),
  };
}

const problem = object({ field: text, message: text });
const failure = object({ code: text, message: text });
const order = Object.fromEntries(Object.entries(orderRules).map(([field, { schema }]) => [field, schema]));
const orNull = (type: string): Json => ({ type: [type, 'null'] });

const entry = object(
  {
    seq: count,
    at: time,
    actor: { type: 'string', enum: ['api', 'console'] },
    key: orNull('string'),
    fence: orNull('integer'),
    op: { type: 'string', enum: ['create', 'update', 'delete', 'reboot'] },
    collection: { type: 'string', enum: collections },
    name: text,
    id: text,
    args: { type: 'object' },
    operation: orNull('string'),
    endsAt: time,
    request: orNull('string'),
    after: orNull('object'),
    failure,
  },
  ['seq', 'at', 'actor', 'key', 'fence', 'op', 'collection', 'name', 'id', 'args', 'operation', 'endsAt', 'request', 'after'],
);

export const schemas: Json = {
  ...Object.assign({}, ...collections.map(thingSchemas)),
  Operation: object(
    {
      id: text,
      type: { type: 'string', enum: ['create', 'update', 'delete', 'reboot'] },
      collection: { type: 'string', enum: collections },
      objectId: text,
      state: { type: 'string', enum: ['running', 'succeeded', 'failed'] },
      progress: { type: 'integer', minimum: 0, maximum: 100 },
      error: failure,
    },
    ['id', 'type', 'collection', 'objectId', 'state', 'progress'],
  ),
  Error: object({
    error: object({ code: text, message: text, field: text, id: text, problems: { type: 'array', items: problem } }, ['code', 'message']),
  }),
  FaultOrder: { ...object(order, ['effect']), additionalProperties: false },
  Fault: object({ id: text, ...order, hits: count }, ['id', 'effect', 'hits']),
  FaultList: listOf('Fault'),
  Removed: object({ removed: count }),
  LedgerEntry: entry,
  LedgerPage: object({ entries: { type: 'array', items: ref('LedgerEntry') }, last: count, more: { type: 'boolean' } }),
  Stats: object({
    effects: count,
    replays: count,
    noops: count,
    staleFences: count,
    keysReused: count,
    lost: count,
    refusals: counts,
    faults: object(Object.fromEntries(effects.map((effect) => [effect, count]))),
  }),
  Health: object({ status: { const: 'ok' } }),
  Document: { type: 'object', description: 'An OpenAPI 3.1 document.' },
};
