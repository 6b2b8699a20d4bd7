import { limitMarkOf, withMark } from '../mark.ts';
import { identifier, literal } from '../quote.ts';
import { settingStatements } from '../settings.ts';
import type { DatabaseSeen } from './look.ts';
import type { Extension, WholeDatabase } from './spec.ts';

/** Closed, and with the mark of its maker, until all the rest has been said. */
export function createStatement({ name, encoding, locale, template }: WholeDatabase, urn: string, version: number): string {
  const provider = version >= 150_000 ? ' locale_provider = libc' : '';
  return [
    `create database ${identifier(name)} template = ${identifier(template)} encoding = ${literal(encoding)}`,
    ...(locale === undefined ? [] : [`${provider} locale = ${literal(locale)}`]),
    `connection limit = ${limitMarkOf(urn)} allow_connections = false`,
  ].join(' ');
}

export const commentStatement = ({ name, comment }: WholeDatabase, urn: string): string =>
  `comment on database ${identifier(name)} is ${literal(withMark(comment, urn))}`;

export const openStatement = (name: string, open: boolean): string => `alter database ${identifier(name)} allow_connections ${open}`;

/** What brings it to what is declared, as far as that is done from outside; `open`: somebody has to get in afterwards. Only what differs is named. */
export function alterStatements(
  database: WholeDatabase,
  seen: DatabaseSeen,
  { urn, owner, open }: { readonly urn: string; readonly owner?: string | undefined; readonly open: boolean },
): readonly string[] {
  const name = identifier(database.name);
  const limit = database.connection_limit;
  return [
    ...(seen.written === withMark(database.comment, urn) ? [] : [commentStatement(database, urn)]),
    ...(seen.connection_limit === limit ? [] : [`alter database ${name} connection limit ${limit}`]),
    ...settingStatements(`database ${name}`, database.settings, seen.settings),
    ...(owner === undefined || owner === seen.owner ? [] : [`alter database ${name} owner to ${identifier(owner)}`]),
    ...(seen.allow_connections === open ? [] : [openStatement(database.name, open)]),
  ];
}

/** An extension that the server's machine has files of; `schema` where it can stand in no other. */
export interface Available {
  readonly name: string;
  readonly schema: string | null;
}

export function extensionStatements(
  wanted: readonly Extension[],
  installed: readonly Required<Extension>[],
  { dropped, available }: { readonly dropped: readonly string[]; readonly available: readonly Available[] },
): readonly string[] {
  const seen = new Map(installed.map((one) => [one.name, one]));
  const fixed = new Map(available.map(({ name, schema }) => [name, schema]));
  return [
    ...dropped.filter((name) => seen.has(name)).map((name) => `drop extension ${identifier(name)}`),
    ...wanted.flatMap((one) => {
      const there = seen.get(one.name);
      return there ? moves(one, there) : [installation(one, fixed.get(one.name) ?? 'public')];
    }),
  ];
}

const installation = ({ name, version, schema }: Extension, usual: string): string =>
  [
    `create extension ${identifier(name)} schema ${identifier(schema ?? usual)}`,
    ...(version === undefined ? [] : [`version ${literal(version)}`]),
  ].join(' ');

const moves = ({ name, version, schema }: Extension, there: Required<Extension>): readonly string[] => [
  ...(version === undefined || version === there.version ? [] : [`alter extension ${identifier(name)} update to ${literal(version)}`]),
  ...(schema === undefined || schema === there.schema ? [] : [`alter extension ${identifier(name)} set schema ${identifier(schema)}`]),
];
