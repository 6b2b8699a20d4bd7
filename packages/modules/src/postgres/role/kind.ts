import { defineModule, type Kind, type Module } from '@ectropy/sdk';
import { find } from './find.ts';
import { observe } from './observe.ts';
import { plan } from './plan.ts';
import { schema } from './schema.ts';
import type { RoleMemo, RoleSpec } from './spec.ts';
import { sync } from './sync.ts';

export const roleKind: Kind = {
  name: 'postgres_role',
  description: 'A role on a PostgreSQL server: who may log in there, with which password and which rights.',
  schema,
  group: 'postgres',
  names: { kind: 'PostgresRole', plural: 'postgresroles', singular: 'postgresrole', short: ['pgrole'], categories: ['postgres'] },
  needs: { server: { kind: 'postgres_server', description: 'The server that the role stands on.' } },
  createOnly: ['name'],
  secret: ['password'],
  sets: ['member_of'],
  actions: { rotate_password: { description: 'Gives the role a new generated password. Refused where the password is declared.' } },
  statusSchema: {
    type: 'object',
    description: 'What others need to log in.',
    properties: {
      name: { type: 'string', description: 'The name of the role.', examples: ['orders_app'] },
      oid: { type: 'integer', description: "PostgreSQL's own number for it.", examples: [16_384] },
      password: { type: 'string', description: 'The password in force, declared or generated. It is never shown.' },
      host: { type: 'string', description: 'The machine of the server.', examples: ['db.internal'] },
      port: { type: 'integer', description: 'The port of the server.', examples: [5432] },
    },
  },
  columns: [
    { name: 'Role', path: 'spec.name', description: 'The name of the role.' },
    { name: 'Login', path: 'spec.login', type: 'boolean', description: 'Whether it may log in.' },
    { name: 'Host', path: 'status.output.host', description: 'The machine of the server.', wide: true },
  ],
  examples: [{ name: 'orders_app', connection_limit: 20, member_of: ['readers'], settings: { statement_timeout: '30s' } }],
};

export const roleModule: Module = defineModule<RoleSpec, RoleMemo>({ kind: roleKind, plan, sync, observe, find });
