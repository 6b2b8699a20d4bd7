/** What the kinds add to the document: the schema of their configs, and of the parameters of their actions. */
import type { JsonObject, Kind } from '@ectropy/sdk';
import { createBody, ref } from './schemas.ts';

/** The schemas of one kind at a time, so that a document of many kinds can be written in pieces. */
export function* kindSchemas(kinds: readonly Kind[]): Generator<JsonObject> {
  yield {
    CreateResource: kinds.length > 0 ? { oneOf: kinds.map(({ name }) => ref(`create.${name}`)) } : createBody({ type: 'string' }, {}),
  };
  for (const kind of kinds) yield Object.fromEntries(schemasOf(kind));
}

const schemasOf = (kind: Kind): readonly (readonly [string, JsonObject])[] => [
  [`configs.${kind.name}`, asResource(kind.schema, `kind:${kind.name}:configs`, kind.description)],
  [
    `create.${kind.name}`,
    {
      title: kind.name,
      description: kind.description,
      ...createBody({ const: kind.name }, ref(`configs.${kind.name}`)),
      examples: [example(kind)],
    },
  ],
  ...(kind.config
    ? [[`module.${kind.name}`, asResource(kind.config, `kind:${kind.name}:module`, `What a project configures for ${kind.name}.`)] as const]
    : []),
  ...Object.entries(kind.actions ?? {}).map(
    ([name, { description, params }]) =>
      [`params.${kind.name}.${name}`, asResource(params ?? { type: 'object' }, `kind:${kind.name}:action:${name}`, description)] as const,
  ),
];

/** With an id of its own, `#/$defs/…` inside the schema goes on meaning the schema and not this document. */
const asResource = (schema: JsonObject, id: string, description: string): JsonObject => ({
  description,
  $id: `urn:ectropy:${id}`,
  ...schema,
});

const example = ({ name, schema, needs }: Kind): JsonObject => ({
  kind: name,
  name: 'one',
  project: 'demo',
  spec: {
    configs: (Array.isArray(schema['examples']) ? schema['examples'][0] : undefined) ?? {},
    dependencies: Object.entries(needs ?? {}).map(([key, need]) => ({ key, value: `orn:entropy:${need.kind}:demo:…` })),
  },
});
