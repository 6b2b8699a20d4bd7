import type { JsonObject } from '@ectropy/sdk';
import { commonProperties } from '../schema.ts';

/** What may be said about a server. Its network is a dependency. */
export const schema = {
  type: 'object',
  additionalProperties: false,
  required: ['image'],
  properties: {
    size: {
      type: 'string',
      enum: ['small', 'medium', 'large'],
      default: 'small',
      description: 'How much it can do; it can be changed in place.',
      examples: ['small', 'medium'],
    },
    image: {
      type: 'string',
      minLength: 1,
      maxLength: 63,
      pattern: '^[A-Za-z0-9][-A-Za-z0-9_.:]*$',
      description: 'What it is made from. Cannot change: another image replaces the server.',
      examples: ['debian-12'],
    },
    power: {
      type: 'string',
      enum: ['on', 'off'],
      default: 'on',
      description: 'Whether it runs.',
      examples: ['on', 'off'],
    },
    ...commonProperties,
  },
} as const satisfies JsonObject;

export const statusSchema = {
  type: 'object',
  description: 'What the cloud says of the server.',
  properties: {
    id: { type: 'string', description: 'Its id in the cloud.', examples: ['srv-1'] },
    address: { type: 'string', description: 'Its address in its network, kept for life.', examples: ['10.1.0.2'] },
    network: { type: 'string', description: 'The id of the network that it stands in.', examples: ['net-1'] },
    size: { type: 'string', description: 'How much it can do.', examples: ['small'] },
    power: { type: 'string', description: 'Whether it runs: on or off.', examples: ['on'] },
  },
} as const satisfies JsonObject;
