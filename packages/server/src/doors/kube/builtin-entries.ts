/** What is served besides the resources of kinds: events, plans, and questions about rights. */
import type { JsonObject } from '@ectropy/sdk';
import type { Kinds } from '../../hub/kinds.ts';
import type { Entry } from './catalogue/entry.ts';

const free: JsonObject = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
const text = (description: string): JsonObject => ({ type: 'string', description });

const schemaOf = (description: string, properties: JsonObject): JsonObject => ({
  type: 'object',
  description,
  properties: { apiVersion: { type: 'string' }, kind: { type: 'string' }, metadata: { type: 'object' }, ...properties },
});

type Some = Pick<Entry, 'group' | 'version' | 'kind' | 'plural' | 'namespaced' | 'verbs' | 'description' | 'schema'> & Partial<Entry>;

const entry = (some: Some): Entry => ({
  listKind: `${some.kind}List`,
  singular: some.kind.toLowerCase(),
  short: [],
  categories: [],
  subresources: [],
  examples: [],
  preferred: true,
  ...some,
});

const eventProperties: JsonObject = {
  involvedObject: free,
  regarding: free,
  reason: text('Why, in one word.'),
  message: text('What has happened.'),
  note: text('What has happened.'),
  type: text('Normal or Warning.'),
  count: { type: 'integer' },
  firstTimestamp: { type: 'string', format: 'date-time' },
  lastTimestamp: { type: 'string', format: 'date-time' },
  eventTime: { type: 'string', format: 'date-time' },
};

const review = (group: string, kind: string, plural: string, namespaced = false): Entry =>
  entry({
    group,
    version: 'v1',
    kind,
    plural,
    namespaced,
    verbs: ['create'],
    description: 'Asks what may be done.',
    schema: schemaOf('Asks what may be done.', { spec: free, status: free }),
  });

const made = new WeakMap<Kinds, readonly Entry[]>();

export function builtinEntries(kinds: Kinds): readonly Entry[] {
  const known = made.get(kinds) ?? build(kinds);
  made.set(kinds, known);
  return known;
}

const build = ({ scheme }: Kinds): readonly Entry[] => [
  event('', 'Something that has happened to a resource.'),
  event('events.k8s.io', 'Something that has happened to a resource.'),
  review('authorization.k8s.io', 'SelfSubjectAccessReview', 'selfsubjectaccessreviews'),
  review('authorization.k8s.io', 'SelfSubjectRulesReview', 'selfsubjectrulesreviews'),
  review('authorization.k8s.io', 'SubjectAccessReview', 'subjectaccessreviews'),
  review('authorization.k8s.io', 'LocalSubjectAccessReview', 'localsubjectaccessreviews', true),
  review('authentication.k8s.io', 'SelfSubjectReview', 'selfsubjectreviews'),
  planEntry(scheme.groupOf({})),
];

const event = (group: string, description: string): Entry =>
  entry({
    group,
    version: 'v1',
    kind: 'Event',
    plural: 'events',
    short: ['ev'],
    namespaced: true,
    verbs: ['get', 'list', 'watch'],
    description,
    schema: schemaOf(description, eventProperties),
  });

const planSchema = schemaOf(
  'What would change if documents were applied and resources deleted. It is kept for a day and can be applied exactly as it is.',
  {
    spec: {
      type: 'object',
      description: 'What is wanted.',
      properties: {
        documents: { type: 'array', description: 'Whole resources, of any kinds, to be created or updated.', items: free },
        remove: {
          type: 'array',
          description: 'Resources to be deleted.',
          items: {
            type: 'object',
            properties: {
              apiVersion: text('Of its kind.'),
              kind: text('Its kind.'),
              name: text('Its name.'),
              namespace: text('Its project; that of the plan if absent.'),
            },
          },
        },
      },
    },
    status: {
      type: 'object',
      description: 'What would be done.',
      properties: {
        counts: { type: 'object', description: 'How many operations of each type.', additionalProperties: { type: 'integer' } },
        summary: {
          type: 'array',
          description: 'For people: the counts, then a line per operation, destroys first.',
          items: { type: 'string' },
        },
        operations: { type: 'array', description: 'Destroys first. What only apply will tell is marked as unknown.', items: free },
      },
    },
  },
);

const planEntry = (group: string): Entry =>
  entry({
    group,
    version: 'v1',
    kind: 'Plan',
    plural: 'plans',
    namespaced: true,
    verbs: ['create', 'delete', 'get', 'list'],
    description: 'What would change, decided and stored, to be applied by its name or refused when it is out of date.',
    schema: planSchema,
    subresources: [
      {
        name: 'apply',
        kind: 'List',
        verbs: ['create'],
        description: 'Applies exactly this plan, or refuses it as stale.',
        response: { type: 'object', properties: { items: { type: 'array', items: free } } },
      },
    ],
    examples: [
      {
        apiVersion: `${group}/v1`,
        kind: 'Plan',
        metadata: { namespace: 'default' },
        spec: {
          documents: [
            { apiVersion: `${group}/v1`, kind: 'File', metadata: { name: 'hello' }, spec: { path: 'hello.txt', content: 'Hello' } },
          ],
        },
      },
    ],
  });
