/** The whole document of a kind as one schema, so that a path can lead anywhere in it. */
import { isObject, type JsonObject } from '@ectropy/sdk';
import { hubOf, type KindSpec } from '../api/kinds.ts';

const text = (description: string): JsonObject => ({ type: 'string', description });
const map = (description: string): JsonObject => ({ type: 'object', description, additionalProperties: { type: 'string' } });

export function documentSchema(spec: KindSpec): JsonObject {
  const { schema, statusSchema } = hubOf(spec);
  return {
    type: 'object',
    description: spec.description,
    required: ['apiVersion', 'kind', 'metadata', 'spec'],
    properties: {
      apiVersion: { ...text('The group and version of the kind.'), const: spec.apiVersion },
      kind: { ...text('The kind.'), const: spec.names.kind },
      metadata: metadataSchema(spec),
      spec: specSchema(spec, schema),
      status:
        spec.backend === 'module' ? statusOf(statusSchema) : (statusSchema ?? { type: 'object', description: 'What is known about it.' }),
    },
  };
}

const metadataSchema = ({ scope }: KindSpec): JsonObject => ({
  type: 'object',
  description: 'What it is called and where it belongs.',
  required: ['name'],
  properties: {
    name: text('Unique among its kind in its project.'),
    ...(scope === 'Project' && { project: text('The project that owns it; the one of the command if absent.') }),
    labels: map('Words to find it by.'),
    annotations: map(
      'Notes of any kind. Some are policy: ectropy.dev/management (full, observe, paused), ectropy.dev/deletion (delete, orphan), ectropy.dev/drift (correct, report, ignore).',
    ),
    description: text('A sentence for people.'),
  },
});

function specSchema({ needs = {}, scope, shareable }: KindSpec, schema: JsonObject): JsonObject {
  const own = isObject(schema.properties ?? null) ? (schema.properties as JsonObject) : {};
  const needed = Object.entries(needs);
  const dependencies = {
    type: 'object',
    description: 'What it depends on, by key: it is made after these and sees what they say of themselves.',
    required: needed.filter(([, { optional }]) => !optional).map(([key]) => key),
    properties: Object.fromEntries(needed.map(([key, { kind, description }]) => [key, reference(kind, description)])),
    additionalProperties: reference('resource', 'Anything else that it should wait for.'),
  };
  const sharing = { type: 'object', description: 'Which other projects may see it and depend on it.' };
  return {
    description: 'What is wanted.',
    ...schema,
    type: 'object',
    properties: { ...own, ...(scope === 'Project' && { dependencies }), ...(shareable && { sharing }) },
  };
}

const reference = (kind: string, description = `A ${kind}.`): JsonObject => ({
  type: ['string', 'object'],
  description,
  examples: [{ name: 'example' }],
});

const statusOf = (output: JsonObject | undefined): JsonObject => ({
  type: 'object',
  description: 'What the server knows about it. Only the server writes it.',
  properties: {
    phase: text('One word for people, such as Ready, Pending, Blocked, Drifted or Failed.'),
    observedGeneration: { type: 'integer', description: 'The newest generation that was brought about.' },
    conditions: { type: 'array', description: 'What holds now, each with a reason and a sentence.', items: { type: 'object' } },
    output: output ?? { type: 'object', description: 'What the thing says of itself, for others to use.' },
  },
});
