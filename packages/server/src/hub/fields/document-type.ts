/** How a whole document of the hub is owned. */
import type { Kind } from '@ectropy/sdk';
import { deduced, type FieldType, fieldTypeOf, type KeyedType, leaf, type MapType } from './field-type.ts';

/** Of one version of a kind. Costs little until it is looked at; whoever asks keeps it. */
export function documentType({
  schema,
  statusSchema,
  sets,
  keyed,
  secret,
}: Pick<Kind, 'schema' | 'statusSchema' | 'sets' | 'keyed' | 'secret'>): FieldType {
  const hidden = secret && { secret };
  const spec = asMap(fieldTypeOf(schema, { ...(sets && { sets }), ...(keyed && { keyed }), ...hidden }));
  const status = asMap(statusSchema ? fieldTypeOf(statusSchema, hidden) : deduced);
  return struct({ apiVersion: leaf, kind: leaf, metadata, spec: over(spec, reserved), status: over(status, statusOf(status)) }, deduced);
}

const asMap = (type: FieldType): MapType => (type.type === 'map' ? type : deduced);

function struct(fields: Readonly<Record<string, FieldType>>, rest: FieldType): MapType {
  const known = new Map(Object.entries(fields));
  return { type: 'map', names: (key) => known.has(key), at: (key) => known.get(key) ?? rest };
}

/** What the schema says nothing about is as every document has it. */
function over(type: MapType, fields: Readonly<Record<string, FieldType>>): MapType {
  const known = new Map(Object.entries(fields));
  return {
    type: 'map',
    names: (key) => type.names(key) || known.has(key),
    at: (key) => (type.names(key) ? type.at(key) : (known.get(key) ?? type.at(key))),
  };
}

const keyedBy = (name: string, item: FieldType): KeyedType => ({ type: 'keyed', keys: [{ name }], item: () => item });
const words = struct({}, leaf);

const metadata = struct(
  {
    name: leaf,
    namespace: leaf,
    labels: words,
    annotations: words,
    finalizers: { type: 'set' },
    ownerReferences: keyedBy('uid', leaf),
    managedFields: leaf,
  },
  leaf,
);

const reserved = { dependencies: words, sharing: struct({ projects: keyedBy('name', deduced) }, deduced) };

/** The schema is that of the output, or of the whole status where somebody else writes it. */
const statusOf = (status: MapType): Readonly<Record<string, FieldType>> => ({ conditions: keyedBy('type', deduced), output: status });
