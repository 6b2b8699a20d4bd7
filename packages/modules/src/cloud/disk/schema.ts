import type { JsonObject } from '@ectropy/sdk';
import { commonProperties } from '../schema.ts';

/** What may be said about a disk. The server that it is attached to is a dependency. */
export const schema = {
  type: 'object',
  additionalProperties: false,
  required: ['size_gb'],
  properties: {
    size_gb: {
      type: 'integer',
      minimum: 1,
      maximum: 16384,
      description: 'How much it holds, in GB. It can grow in place, and never shrinks.',
      examples: [20],
    },
    ...commonProperties,
  },
} as const satisfies JsonObject;

export const statusSchema = {
  type: 'object',
  description: 'What the cloud says of the disk.',
  properties: {
    id: { type: 'string', description: 'Its id in the cloud.', examples: ['dsk-1'] },
    device: { type: 'string', description: 'What its server calls it, while it is attached.', examples: ['/dev/vdb'] },
    server: { type: 'string', description: 'The id of the server that it is attached to, while it is.', examples: ['srv-1'] },
  },
} as const satisfies JsonObject;
