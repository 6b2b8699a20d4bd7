import type { JsonObject } from '@ectropy/sdk';

export const schema = {
  type: 'object',
  additionalProperties: false,
  required: ['host', 'user', 'password'],
  properties: {
    host: {
      type: 'string',
      minLength: 1,
      maxLength: 253,
      description:
        'The name or address of the machine. Paths of sockets are refused: they would lead into the machine that Ectropy runs on.',
      examples: ['db.internal', '10.0.0.5'],
    },
    port: { type: 'integer', minimum: 1, maximum: 65_535, default: 5432, description: 'The port that it listens on.', examples: [5432] },
    database: {
      type: 'string',
      minLength: 1,
      default: 'postgres',
      description: 'The database to connect to. Nothing is written to it, and no postgres_database may be this one.',
      examples: ['postgres'],
    },
    user: {
      type: 'string',
      minLength: 1,
      description: 'The role to connect as. It is a superuser, or may create roles and databases.',
      examples: ['ectropy'],
    },
    password: {
      type: 'string',
      maxLength: 1024,
      description: 'Its password. It is never shown. Empty where the server asks for none.',
      examples: ['correct horse battery staple'],
    },
    tls: {
      type: 'string',
      enum: ['off', 'require', 'verify'],
      default: 'off',
      description:
        'Whether the connection is encrypted: off; require (encrypted, whoever answers); verify (the certificate must be trusted and for this host). Off by default, because a PostgreSQL that was just installed has no certificate; take verify across a network.',
      examples: ['verify'],
    },
  },
} as const satisfies JsonObject;
