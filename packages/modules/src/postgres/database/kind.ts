import { defineModule, type Kind, type Module } from '@ectropy/sdk';
import { find } from './find.ts';
import { observe } from './observe.ts';
import { plan } from './plan.ts';
import { schema } from './schema.ts';
import type { DatabaseMemo, DatabaseSpec } from './spec.ts';
import { sync } from './sync.ts';

export const databaseKind: Kind = {
  name: 'postgres_database',
  description: 'A database on a PostgreSQL server, with its owner, extensions and settings. A delete drops it with all that is in it.',
  schema,
  group: 'postgres',
  names: {
    kind: 'PostgresDatabase',
    plural: 'postgresdatabases',
    singular: 'postgresdatabase',
    short: ['pgdb'],
    categories: ['postgres'],
  },
  needs: {
    server: { kind: 'postgres_server', description: 'The server that the database stands on.' },
    owner: { kind: 'postgres_role', description: 'The role that owns it; whoever Ectropy connects as if none is named.', optional: true },
  },
  createOnly: ['name', 'encoding', 'locale', 'template'],
  deleteBy: ['force_delete'],
  keyed: { extensions: ['name'] },
  actions: {
    terminate_connections: {
      description: 'Ends the connections to the database, all of them or those of one role.',
      params: {
        type: 'object',
        additionalProperties: false,
        properties: {
          role: { type: 'string', minLength: 1, maxLength: 63, description: 'Only connections of this role.', examples: ['orders_app'] },
        },
      },
    },
  },
  statusSchema: {
    type: 'object',
    description: 'What others need to connect, besides a password.',
    properties: {
      name: { type: 'string', description: 'The name of the database.', examples: ['orders'] },
      oid: { type: 'integer', description: "PostgreSQL's own number for it.", examples: [16_385] },
      owner: { type: 'string', description: 'The role that owns it.', examples: ['orders_app'] },
      host: { type: 'string', description: 'The machine of the server.', examples: ['db.internal'] },
      port: { type: 'integer', description: 'The port of the server.', examples: [5432] },
      url: {
        type: 'string',
        description: 'Where to connect, without a password.',
        examples: ['postgresql://orders_app@db.internal:5432/orders'],
      },
      encoding: { type: 'string', description: 'How text is stored.', examples: ['UTF8'] },
      locale: {
        type: ['string', 'null'],
        description: "How text is sorted; null if not by a locale of the server's machine.",
        examples: ['C'],
      },
      extensions: {
        type: 'object',
        description: 'The declared extensions with the versions that are installed.',
        examples: [{ pgcrypto: '1.3' }],
      },
    },
  },
  columns: [
    { name: 'Database', path: 'spec.name', description: 'The name of the database.' },
    { name: 'Owner', path: 'status.output.owner', description: 'The role that owns it.' },
    { name: 'Url', path: 'status.output.url', description: 'Where to connect, without a password.', wide: true },
  ],
  examples: [{ name: 'orders', extensions: [{ name: 'pgcrypto' }], connection_limit: 50, comment: 'Orders of the shop' }],
};

export const databaseModule: Module = defineModule<DatabaseSpec, DatabaseMemo>({ kind: databaseKind, plan, sync, observe, find });
