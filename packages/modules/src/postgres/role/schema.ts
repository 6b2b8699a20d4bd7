import type { JsonObject } from '@ectropy/sdk';
import { settingsSchema } from '../settings.ts';

const attribute = (description: string, byDefault = false) =>
  ({ type: 'boolean', default: byDefault, description, examples: [!byDefault] }) as const satisfies JsonObject;

export const schema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    name: {
      type: 'string',
      minLength: 1,
      maxLength: 63,
      description: "The name of the role, at most 63 bytes. If it is not given: the resource's name. Cannot change.",
      examples: ['orders_app'],
    },
    login: attribute('Whether it may log in; a role that may not is a group.', true),
    password: {
      type: 'string',
      minLength: 8,
      maxLength: 512,
      description:
        'Its password. It is never shown, and the server gets only a SCRAM verifier of it. If it is not given, a role that may log in gets a generated one.',
      examples: ['correct horse battery staple'],
    },
    superuser: attribute('Whether all checks of permission are passed over.'),
    createdb: attribute('Whether it may create databases.'),
    createrole: attribute('Whether it may create roles.'),
    replication: attribute('Whether it may start replication.'),
    bypassrls: attribute('Whether it passes over row level security.'),
    inherit: attribute('Whether it has the privileges of the roles that it is a member of.', true),
    connection_limit: {
      type: 'integer',
      minimum: -1,
      maximum: 1_000_000,
      default: -1,
      description: 'How many connections it may have at once; -1 for any number.',
      examples: [20],
    },
    valid_until: {
      type: 'string',
      maxLength: 40,
      description: 'Until when its password is valid, with a time zone. If it is not given: for ever.',
      examples: ['2030-01-01T00:00:00Z'],
    },
    member_of: {
      type: 'array',
      default: [],
      maxItems: 1000,
      uniqueItems: true,
      items: { type: 'string', minLength: 1, maxLength: 63 },
      description: 'The roles that it is a member of; it loses what is not listed. Roles of the server, such as pg_read_all_data, too.',
      examples: [['readers']],
    },
    settings: settingsSchema('role'),
    comment: {
      type: 'string',
      maxLength: 10_000,
      description: 'What people read about it. A short mark of this resource stands behind it in PostgreSQL.',
      examples: ['The application behind orders.example.org'],
    },
  },
} as const satisfies JsonObject;
