import { isObject, type Json, type JsonObject, type Subject } from '@ectropy/sdk';
import type { Claim } from '../claim.ts';
import { addressOf, type Connection } from '../connection.ts';
import type { Settings } from '../settings.ts';
import type { DatabaseSeen } from './look.ts';

export type Extension = { readonly name: string; readonly version?: string; readonly schema?: string };

export type DatabaseSpec = {
  readonly name?: string;
  readonly encoding?: string;
  readonly locale?: string;
  readonly template?: string;
  readonly extensions?: readonly Extension[];
  readonly connection_limit?: number;
  readonly allow_connections?: boolean;
  readonly settings?: Settings;
  readonly comment?: string;
  readonly force_delete?: boolean;
};

/** A spec with everything filled in that has a default; the name is that of the resource if none is given. */
export type WholeDatabase = DatabaseSpec & Required<Omit<DatabaseSpec, 'locale' | 'comment'>>;

const DEFAULTS = {
  encoding: 'UTF8',
  template: 'template0',
  extensions: [],
  connection_limit: -1,
  allow_connections: true,
  settings: {},
  force_delete: false,
} as const;

export const complete = (spec: DatabaseSpec, name: string): WholeDatabase => ({ ...DEFAULTS, name, ...spec });

export type Versions = Readonly<Record<string, string>>;

/** One step each: create, then alter, then extend where there are extensions, then close where nobody may connect. */
export type DatabaseMemo =
  | { readonly todo: 'create' | 'alter' | 'extend'; readonly claim: Claim }
  | { readonly todo: 'close'; readonly extensions: Versions }
  | { readonly todo: 'terminate'; readonly role?: string }
  | { readonly todo: 'remove'; readonly made: boolean };

export const nameOf = ({ spec, name }: Pick<Subject<DatabaseSpec>, 'spec' | 'name'>): string => spec.name ?? name;

/** The name of the role that is to own it; nothing where no owner is declared, or while its name is not known. */
export function ownerOf({ needs }: Pick<Subject<unknown>, 'needs'>): string | undefined {
  const output = needs['owner']?.output;
  const owner = isObject(output) ? output['name'] : undefined;
  return typeof owner === 'string' ? owner : undefined;
}

/** The extensions that Ectropy looks after, by name, with the version that was last seen. */
export function extensionsIn(output: Json): Versions {
  const extensions = isObject(output) && isObject(output['extensions']) ? output['extensions'] : {};
  return Object.fromEntries(Object.entries(extensions).map(([name, version]) => [name, String(version)]));
}

/** What other resources see. The url has no password: whoever connects brings it from the role. */
export function outputOf(name: string, seen: DatabaseSeen, connection: Connection, extensions: Versions): JsonObject {
  const { oid, owner, encoding, locale } = seen;
  const { host, port } = connection;
  const url = `postgresql://${encodeURIComponent(owner)}@${addressOf(connection)}/${encodeURIComponent(name)}`;
  return { name, oid, owner, host, port, url, encoding, locale, extensions };
}
