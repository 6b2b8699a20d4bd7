/** Kinds as people write them: two versions, a schema of about 5 kB each, with defaults, bounds and descriptions. */
const text = 'What this part of the resource is for, in the words of the team that runs it, as long as such sentences usually are.';

const section = (i: number): object => ({
  type: 'object',
  description: text,
  properties: {
    enabled: { type: 'boolean', default: i % 2 === 0, description: text },
    name: { type: 'string', maxLength: 63, pattern: '^[a-z][a-z0-9-]*$', description: text },
    replicas: { type: 'integer', minimum: 0, maximum: 100, default: 1 },
    mode: { type: 'string', enum: ['fast', 'safe', 'off'], default: 'safe' },
    ports: {
      type: 'array',
      items: { type: 'object', required: ['port'], properties: { port: { type: 'integer' }, name: { type: 'string', description: text } } },
    },
    limits: { type: 'object', additionalProperties: { type: 'string' }, description: text },
  },
});

const schemaOf = (kind: number): object => ({
  type: 'object',
  required: ['title'],
  properties: {
    title: { type: 'string', description: `${text} ${kind}` },
    ...Object.fromEntries(Array.from({ length: 5 }, (_, i) => [`section${i}`, section(i)])),
  },
});

/** Five kinds share a group. */
export const groupOf = (kind: number): string => `bench${Math.floor(kind / 5)}.example.com`;
export const pluralOf = (kind: number): string => `gears${kind}`;

export const definitionOf = (kind: number): object => ({
  apiVersion: 'core.ectropy.dev/v1',
  kind: 'KindDefinition',
  metadata: { name: `${pluralOf(kind)}.${groupOf(kind)}` },
  spec: {
    group: groupOf(kind),
    names: { kind: `Gear${kind}`, plural: pluralOf(kind), singular: `gear${kind}` },
    versions: [
      { name: 'v1', hub: true, schema: schemaOf(kind) },
      { name: 'v1beta1', schema: schemaOf(kind) },
    ],
    rules: [{ rule: 'self.title != "forbidden"', message: 'choose another title' }],
  },
});

export const resourceOf = (kind: number): object => ({
  apiVersion: `${groupOf(kind)}/v1`,
  kind: `Gear${kind}`,
  metadata: { name: 'one' },
  spec: { title: 'a gear', section1: { name: 'first', replicas: 3, ports: [{ port: 80 }] } },
});

export const resourcesPath = (kind: number): string => `/apis/${groupOf(kind)}/v1/namespaces/bench/${pluralOf(kind)}`;
