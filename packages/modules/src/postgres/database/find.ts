import { ProblemError, type Found, type Host, type Subject } from '@ectropy/sdk';
import { connectionOf } from '../connection.ts';
import { ownNameFault } from '../name.ts';
import { lookInside, type Inside } from './look-inside.ts';
import { ownDatabaseFault } from './problems.ts';
import { outputOf, type DatabaseSpec } from './spec.ts';

/** A database by its name, as somebody would have declared it. What it was copied from, nobody remembers. */
export async function find(reference: string, subject: Subject<DatabaseSpec | null>, host: Host): Promise<Found<DatabaseSpec> | undefined> {
  const connection = connectionOf(subject);
  const fault = ownNameFault('database', reference) ?? ownDatabaseFault(reference, subject);
  if (fault !== undefined) throw new ProblemError({ code: 'invalid', message: `the reference ${JSON.stringify(reference)} ${fault}` });
  const found = await lookInside(connection, reference, subject.urn, host);
  if (!found) return undefined;
  const spec = specOf(reference, found);
  const versions = Object.fromEntries((spec.extensions ?? []).map(({ name, version = '' }) => [name, version]));
  return { spec, output: outputOf(reference, found.seen, connection, versions) };
}

const specOf = (name: string, { seen, installed = [] }: Inside): DatabaseSpec => ({
  name,
  encoding: seen.encoding,
  ...(seen.locale !== null && { locale: seen.locale }),
  template: 'template0',
  extensions: installed.filter((one) => one.name !== 'plpgsql'),
  connection_limit: seen.connection_limit,
  allow_connections: seen.allow_connections,
  settings: seen.settings,
  ...(seen.comment !== null && { comment: seen.comment }),
  force_delete: false,
});
