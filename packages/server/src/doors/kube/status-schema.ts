import type { JsonObject } from '@ectropy/sdk';

const text = (description: string): JsonObject => ({ type: 'string', description });

/** What the server says about every resource that it works on. */
export const statusSchema = (output: JsonObject | undefined): JsonObject => ({
  type: 'object',
  description: 'What the server knows about the resource. Only the server writes it.',
  properties: {
    phase: text(
      'One word for people: Pending, Ready, Blocked, Retrying, Replacing, Correcting, Drifted, Missing, Contested, Paused, Deleting or Failed.',
    ),
    observedGeneration: { type: 'integer', description: 'The newest generation that was brought about.' },
    conditions: {
      type: 'array',
      description: 'Ready and Synced always stand here; Progressing, Blocked, Drifted, Contested and Paused while they are true.',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['type'],
      items: {
        type: 'object',
        required: ['type', 'status'],
        properties: {
          type: text('Which condition.'),
          status: text('True, False or Unknown.'),
          reason: text('Why, in one word for machines.'),
          message: text('Why, in one sentence for people.'),
          lastTransitionTime: { type: 'string', format: 'date-time', description: 'Since when the status is as it is.' },
          observedGeneration: { type: 'integer', description: 'Which generation the condition is about.' },
        },
      },
    },
    output: output ?? { description: 'What the thing says of itself, for others to use.', 'x-kubernetes-preserve-unknown-fields': true },
    progress: text('What the work under way has come to.'),
    attempt: { type: 'integer', description: 'How often the present step has failed in a row.' },
    nextAttemptAt: { type: 'string', format: 'date-time', description: 'When the present step is tried again.' },
    blockedBy: {
      type: 'array',
      description: 'What it waits for.',
      items: {
        type: 'object',
        properties: {
          urn: text('Which resource.'),
          as: text('Whether it is depended on, or depends on this one.'),
          status: text('How it is.'),
        },
      },
    },
    problem: {
      type: 'object',
      description: 'What went wrong last.',
      properties: { code: text('For machines.'), message: text('For people.'), hint: text('What to do about it.') },
    },
    looking: { type: 'boolean', description: 'Somebody has asked for a look, and it has not happened yet.' },
    drift: { type: 'array', description: 'Where the world differs from what is declared.', items: { type: 'string' } },
  },
});

export const dependenciesSchema = (
  needs: Readonly<Record<string, { readonly kind: string; readonly description?: string }>> = {},
): JsonObject => ({
  type: 'object',
  description: 'What the resource depends on, by key: it is made after these and sees what they say of themselves.',
  properties: Object.fromEntries(
    Object.entries(needs).map(([key, { kind, description }]) => [key, reference(description ?? `A ${kind}.`)]),
  ),
  additionalProperties: reference('Any resource.'),
});

const reference = (description: string): JsonObject => ({
  description: `${description} A name, a URN, or an object with name, kind and project.`,
  'x-kubernetes-preserve-unknown-fields': true,
});

export const sharingSchema: JsonObject = {
  type: 'object',
  description: 'Which other projects may see the resource and depend on it.',
  properties: {
    enabled: { type: 'boolean', description: 'Whether it is shared at all.' },
    projects: {
      type: 'array',
      description: 'With whom; `*` alone means with all projects.',
      items: { type: 'object', required: ['name'], properties: { name: text('The name of a project, or `*`.') } },
    },
  },
};
