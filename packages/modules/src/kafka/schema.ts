import type { JsonObject } from '@ectropy/sdk';

const about = {
  entity: { type: 'string', description: 'The business entity that the cluster belongs to.', examples: ['payments'] },
  environment: { type: 'string', description: 'The environment that the cluster serves.', examples: ['production'] },
  landscape: { type: 'string', description: 'The landscape that the cluster stands in.', examples: ['id'] },
  organization: { type: 'string', description: 'The organization that owns the cluster.', examples: ['acme'] },
} as const satisfies JsonObject;

/**
 * What may be said about a cluster. Nothing is required and nothing has a `default`, because an update is merged onto what is
 * stored: admission must not refuse a part, nor fill it up. The plan asks for what must be there and fills in the rest.
 */
export const schema = {
  type: 'object',
  properties: {
    type: {
      type: 'string',
      description: 'What the cluster is used as. If it is not given: what the module is configured with, or source.',
      examples: ['source', 'mirror'],
    },
    brokers: {
      type: 'array',
      minItems: 1,
      description: 'The brokers, in the order in which the url lists them. Needed for a create; an update replaces the whole list.',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string', description: 'The name of the broker.', examples: ['orders-kafka-01'] },
          host: { type: 'string', description: 'Its host name, used when host is advertised.', examples: ['orders-kafka-01.internal'] },
          address: { type: 'string', description: 'Its IP address, used when address is advertised.', examples: ['10.0.0.11'] },
        },
      },
      examples: [[{ name: 'orders-kafka-01', host: 'orders-kafka-01.internal', address: '10.0.0.11' }]],
    },
    advertise_mode: {
      type: 'object',
      description: 'The port to advertise. An address port wins: brokers are then named by address, otherwise by host.',
      properties: {
        host: { type: 'string', description: 'The port beside host names.', examples: ['6667'] },
        address: { type: 'string', description: 'The port beside addresses.', examples: ['6668'] },
      },
      examples: [{ address: '6668' }],
    },
    ...about,
  },
} as const satisfies JsonObject;

/** What a project may configure: it stands in for fields that no resource gives. */
export const config = {
  type: 'object',
  properties: { type: { ...schema.properties.type, description: 'What clusters are used as; source if it is not given.' }, ...about },
} as const satisfies JsonObject;
