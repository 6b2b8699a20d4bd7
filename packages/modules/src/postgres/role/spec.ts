import { isObject, type Json, type JsonObject, type Subject } from '@ectropy/sdk';
import type { Claim } from '../claim.ts';
import type { Connection } from '../connection.ts';
import type { Settings } from '../settings.ts';

/** In the order in which they are told. */
export const ATTRIBUTES = ['login', 'superuser', 'createdb', 'createrole', 'replication', 'bypassrls', 'inherit'] as const;
export type Attribute = (typeof ATTRIBUTES)[number];

export type RoleSpec = { readonly [Name in Attribute]?: boolean } & {
  readonly name?: string;
  readonly password?: string;
  readonly connection_limit?: number;
  readonly valid_until?: string;
  readonly member_of?: readonly string[];
  readonly settings?: Settings;
  readonly comment?: string;
};

/** A spec with everything filled in that has a default; the name is that of the resource if none is given. */
export type WholeRole = RoleSpec & Required<Omit<RoleSpec, 'password' | 'valid_until' | 'comment'>>;

export const DEFAULTS = {
  login: true,
  superuser: false,
  createdb: false,
  createrole: false,
  replication: false,
  bypassrls: false,
  inherit: true,
  connection_limit: -1,
  member_of: [],
  settings: {},
} as const;

export const complete = (spec: RoleSpec, name: string): WholeRole => ({ ...DEFAULTS, name, ...spec });

export type RoleMemo =
  /** `generate`: a password, where one is needed and none is known. `rotate`: a new one in any case. */
  | { readonly todo: 'make'; readonly claim: Claim; readonly generate: boolean; readonly rotate?: true }
  | { readonly todo: 'remove'; readonly made: boolean };

/** The password that is in force as far as anybody here knows: the declared one, or the one that was generated. */
export const knownPassword = (spec: RoleSpec, output: Json): string | undefined => spec.password ?? passwordIn(output);

const passwordIn = (output: Json): string | undefined => {
  const password = isObject(output) ? output['password'] : undefined;
  return typeof password === 'string' ? password : undefined;
};

export const outputOf = (name: string, oid: number, { host, port }: Connection, password?: string): JsonObject => ({
  name,
  oid,
  host,
  port,
  ...(password !== undefined && { password }),
});

export const nameOf = ({ spec, name }: Pick<Subject<RoleSpec>, 'spec' | 'name'>): string => spec.name ?? name;
