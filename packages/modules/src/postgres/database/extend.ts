import { ProblemError, type Host, type Problem, type Step, type Subject } from '@ectropy/sdk';
import type { Connection } from '../connection.ts';
import { invalid } from '../name.ts';
import { withSession, type Session } from '../session.ts';
import { extensionsOf, look } from './look.ts';
import { complete, extensionsIn, outputOf, type DatabaseMemo, type DatabaseSpec, type Versions, type WholeDatabase } from './spec.ts';
import { extensionStatements, openStatement, type Available } from './statements.ts';

/** Extensions, in one transaction inside the database. */
export async function extend(
  outside: Session,
  subject: Subject<DatabaseSpec>,
  connection: Connection,
  host: Host,
): Promise<Step<DatabaseMemo>> {
  const database = complete(subject.spec, subject.name);
  const what = `install the extensions of database ${database.name}`;
  const extensions = await withSession({ ...connection, database: database.name }, what, host, (inside) =>
    install(inside, database, subject),
  );
  if (!database.allow_connections) return { type: 'again', memo: { todo: 'close', extensions } };
  return finish(outside, subject, connection, extensions);
}

/** The last step of a database that is to be closed: from inside nothing could be done after it. */
export async function close(
  outside: Session,
  subject: Subject<DatabaseSpec>,
  connection: Connection,
  extensions: Versions,
): Promise<Step<DatabaseMemo>> {
  await outside.query(openStatement(complete(subject.spec, subject.name).name, false));
  return finish(outside, subject, connection, extensions);
}

export async function finish(
  outside: Session,
  subject: Subject<DatabaseSpec>,
  connection: Connection,
  extensions: Versions,
): Promise<Step<DatabaseMemo>> {
  const { name } = complete(subject.spec, subject.name);
  const seen = await look(outside, name, subject.urn);
  return seen
    ? { type: 'done', output: outputOf(name, seen, connection, extensions) }
    : { type: 'again', memo: { todo: 'create', claim: 'held' } };
}

/** The versions that stand there afterwards, of the extensions that are declared. */
async function install(session: Session, database: WholeDatabase, { output }: Subject<DatabaseSpec>): Promise<Versions> {
  const wanted = new Set(database.extensions.map(({ name }) => name));
  const dropped = Object.keys(extensionsIn(output)).filter((name) => !wanted.has(name));
  const available = await availableOf(session, [...wanted]);
  const installed = await extensionsOf(session);
  const known = new Set([...available, ...installed].map(({ name }) => name));
  const [first, ...more] = database.extensions.flatMap(({ name }, index): readonly Problem[] =>
    known.has(name)
      ? []
      : [invalid(['extensions', index, 'name'], `the server has no extension ${name}`, 'install its files on the machine of the server')],
  );
  if (first) throw new ProblemError([first, ...more]);
  await session.atOnce(async () => {
    for (const statement of extensionStatements(database.extensions, installed, { dropped, available })) await session.query(statement);
  });
  const after = await extensionsOf(session);
  return Object.fromEntries(after.filter(({ name }) => wanted.has(name)).map(({ name, version }) => [name, version]));
}

const availableOf = ({ query }: Session, names: readonly string[]): Promise<readonly Available[]> =>
  query<Available>(
    `select e.name, v.schema from pg_available_extensions e
     left join pg_available_extension_versions v on v.name = e.name and v.version = e.default_version where e.name = any($1)`,
    [names],
  );
