import type { JsonObject } from '@ectropy/sdk';
import { NAME_PATTERN } from './name.ts';
import { OWNER_LABEL } from './owner.ts';

/** What can be said about every thing in the cloud. */
export const commonProperties = {
  name: {
    type: 'string',
    minLength: 1,
    maxLength: 63,
    pattern: NAME_PATTERN,
    description: 'What it is called in the cloud; <project>-<name>, made legal, if it is not given. Cannot change.',
    examples: ['web-1'],
  },
  labels: {
    type: 'object',
    maxProperties: 63,
    additionalProperties: { type: 'string', maxLength: 1024 },
    description: `Its labels in the cloud, all of them: others are removed. ${OWNER_LABEL} is kept by Ectropy.`,
    examples: [{ team: 'payments' }],
  },
} as const satisfies JsonObject;

/** What a project may configure. */
export const config = {
  type: 'object',
  additionalProperties: false,
  properties: {
    url: {
      type: 'string',
      maxLength: 2048,
      pattern: '^https?://',
      description: "Where the cloud of this project is; the server's --cloud-url if it is not given.",
      examples: ['http://127.0.0.1:8090'],
    },
  },
} as const satisfies JsonObject;
