/** PostgreSQL: a server that exists, and the roles and databases on it. */
import type { Module } from '@ectropy/sdk';
import { databaseModule } from './database/kind.ts';
import { roleModule } from './role/kind.ts';
import { serverModule } from './server/kind.ts';

export const postgresModules = (): readonly Module[] => [serverModule, roleModule, databaseModule];
