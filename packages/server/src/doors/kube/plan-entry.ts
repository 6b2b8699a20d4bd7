/** Plans, as data for discovery and OpenAPI. */
import type { JsonObject } from '@ectropy/sdk';
import type { Entry } from './catalogue/entry.ts';
import { entry, free, list, object, reference, schemaOf, text, words } from './entry-words.ts';

const operation: JsonObject = object('What would happen to one resource.', {
  type: text('`delete`, `replace`, `update`, `create`, `adopt`, `act` or `noop`.'),
  urn: text('Which resource.'),
  resource: reference('Which resource, as clients name it.'),
  action: text('The name of the action, for `act`.'),
  reason: text('Why it cannot be done in place, for `replace`.'),
  changes: list('Before and after per path; secret values are left out.', free),
  steps: words('What will be done about it.'),
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
        operations: list('Destroys first. What only apply will tell is marked as unknown.', operation),
      },
    },
  },
);

export const planEntry = (group: string): Entry =>
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
        response: {
          type: 'object',
          properties: {
            metadata: object('Of the answer.', { resourceVersion: text('A watch from here tells all that comes of the plan.') }),
            items: list('What was changed or deleted, as it now is.', free),
          },
        },
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
