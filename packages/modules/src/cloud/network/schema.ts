import type { JsonObject } from '@ectropy/sdk';
import { commonProperties } from '../schema.ts';

/** What may be said about a network. */
export const schema = {
  type: 'object',
  additionalProperties: false,
  required: ['cidr'],
  properties: {
    cidr: {
      type: 'string',
      maxLength: 18,
      pattern: '^[0-9]{1,3}([.][0-9]{1,3}){3}/[0-9]{1,2}$',
      description: 'Its range of IPv4 addresses, with a prefix of 8 to 29. Cannot change: another range replaces the network.',
      examples: ['10.1.0.0/16'],
    },
    ...commonProperties,
  },
} as const satisfies JsonObject;

export const statusSchema = {
  type: 'object',
  description: 'What the cloud says of the network.',
  properties: {
    id: { type: 'string', description: 'Its id in the cloud.', examples: ['net-1'] },
    cidr: { type: 'string', description: 'Its range of addresses.', examples: ['10.1.0.0/16'] },
    gateway: { type: 'string', description: 'The address by which its servers reach others.', examples: ['10.1.0.1'] },
  },
} as const satisfies JsonObject;
