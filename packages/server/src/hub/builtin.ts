/** Kinds that are there from the start, and the module that serves every kind whose resources are only stored. */
import { defineModule, type Json, type Kind, type Module, refuse } from '@ectropy/sdk';

export const PROJECT = 'project';
export const DEFINITION = 'kinddefinition';

/** Always there, and cannot be deleted. */
export const DEFAULT_PROJECT = 'default';

export const projectKind: Kind = {
  name: PROJECT,
  description: 'Who owns resources. It comes into being with the first resource in it; to Kubernetes clients it is a namespace.',
  scope: 'cluster',
  schema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      title: { type: 'string', maxLength: 200, description: 'The name that people read.' },
      description: { type: 'string', maxLength: 10_000, description: 'What the project is for.' },
    },
  },
  names: { kind: 'Project', plural: 'projects', singular: 'project', short: ['proj'] },
  columns: [{ name: 'Title', path: 'spec.title' }],
  examples: [{ title: 'Payments', description: 'Everything that the payments team runs.' }],
};

/** Nothing stands behind the resource: what is declared is all there is. A controller elsewhere may watch it and report on it. */
export const recordModule = (kind: Kind): Module =>
  defineModule<Json, null>({
    kind,
    plan({ output }, intent) {
      switch (intent.type) {
        case 'create':
        case 'update':
        case 'adopt':
          return { type: 'settle', spec: intent.spec, output };
        case 'act':
          return refuse({ code: 'unsupported', message: `nobody here performs '${intent.action}' on kind '${kind.name}'` });
        case 'correct':
        case 'delete':
          return { type: 'noop' };
      }
    },
    sync: async () => ({ type: 'gone' }),
  });
