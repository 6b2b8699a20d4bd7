import { defineModule, type Kind, type Module } from '@ectropy/sdk';
import { observe } from './observe.ts';
import { plan } from './plan.ts';
import { schema } from './schema.ts';
import type { ServerMemo, ServerSpec } from './spec.ts';
import { sync } from './sync.ts';

export const serverKind: Kind = {
  name: 'postgres_server',
  description: 'A PostgreSQL server that exists already, to make roles and databases on. Nothing is ever written to it through this kind.',
  schema,
  group: 'postgres',
  names: { kind: 'PostgresServer', plural: 'postgresservers', singular: 'postgresserver', short: ['pgserver'], categories: ['postgres'] },
  shareable: true,
  looksOnly: true,
  secret: ['password', 'connection.password'],
  statusSchema: {
    type: 'object',
    description: 'What answered there.',
    properties: {
      version: { type: 'string', description: 'The version of the server.', examples: ['17.2'] },
      host: { type: 'string', description: 'The machine.', examples: ['db.internal'] },
      port: { type: 'integer', description: 'The port.', examples: [5432] },
      connection: { type: 'object', description: 'All that roles and databases need to connect. The password in it is never shown.' },
    },
  },
  columns: [
    { name: 'Host', path: 'spec.host', description: 'The machine.' },
    { name: 'Port', path: 'spec.port', type: 'integer', description: 'The port.' },
    { name: 'Version', path: 'status.output.version', description: 'The version of the server.' },
    { name: 'User', path: 'spec.user', description: 'The role to connect as.', wide: true },
  ],
  examples: [{ host: 'db.internal', port: 5432, user: 'ectropy', password: 'correct horse battery staple', tls: 'verify' }],
};

export const serverModule: Module = defineModule<ServerSpec, ServerMemo>({ kind: serverKind, plan, sync, observe });
