import type { JsonObject } from '@ectropy/sdk';
import { managedBy } from '../claim.ts';
import { compareSettings } from '../settings.ts';
import type { DatabaseSeen } from './look.ts';
import type { Extension, WholeDatabase } from './spec.ts';

interface Sides {
  readonly expected: JsonObject;
  readonly actual: JsonObject;
}

export interface Around {
  readonly urn: string;
  /** The role that should own it, if one is declared. */
  readonly owner?: string | undefined;
  /** What is installed; absent where nobody can look inside. */
  readonly installed?: readonly Required<Extension>[];
}

/** Both sides in the same words. What is not declared is not expected. */
export function compare(database: WholeDatabase, seen: DatabaseSeen, { urn, owner, installed }: Around): Sides {
  const settings = compareSettings(database.settings, seen.settings);
  const { encoding, locale, connection_limit, allow_connections, comment } = database;
  const expected = {
    ...(owner !== undefined && { owner }),
    encoding,
    ...(locale !== undefined && { locale }),
    connection_limit,
    allow_connections,
    settings: settings.expected,
    comment: comment || null,
    managed_by: 'this resource',
    ...(installed && { extensions: keyed(database.extensions.map((one) => ({ ...one, installed: true }))) }),
  };
  const actual = {
    owner: seen.owner,
    encoding: seen.encoding,
    locale: seen.locale,
    connection_limit: seen.connection_limit,
    allow_connections: seen.allow_connections,
    settings: settings.actual,
    comment: seen.comment,
    managed_by: managedBy(seen.mark, urn),
    ...(installed && { extensions: keyed(database.extensions.map((one) => standing(one, installed))) }),
  };
  return { expected, actual };
}

const standing = ({ name }: Extension, installed: readonly Required<Extension>[]) => {
  const there = installed.find((one) => one.name === name);
  return there ? { ...there, installed: true } : { name, installed: false };
};

const keyed = (extensions: readonly (Extension & { readonly installed: boolean })[]): JsonObject =>
  Object.fromEntries(extensions.map(({ name, ...rest }) => [name, rest]));
