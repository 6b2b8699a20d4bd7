import { isObject, ProblemError, type Host, type Json, type Step, type Subject } from '@ectropy/sdk';
import { ensureOurs } from '../claim.ts';
import { connectionOf, type Connection } from '../connection.ts';
import { withSession, type Session } from '../session.ts';
import { close, extend, finish } from './extend.ts';
import { look, type DatabaseSeen } from './look.ts';
import { ensureMayGive } from './own.ts';
import { ownDatabaseFault } from './problems.ts';
import { remove } from './remove.ts';
import { complete, extensionsIn, nameOf, ownerOf, type DatabaseMemo, type DatabaseSpec } from './spec.ts';
import { alterStatements, commentStatement, createStatement } from './statements.ts';
import { terminate } from './terminate.ts';

type Make = Extract<DatabaseMemo, { todo: 'create' | 'alter' | 'extend' }>;
type DatabaseStep = Step<DatabaseMemo>;

/** One move each: create (closed), alter from outside, extend from inside. What is right already is left alone. */
export async function sync(subject: Subject<DatabaseSpec>, memo: DatabaseMemo, host: Host): Promise<DatabaseStep> {
  const connection = connectionOf(subject);
  const name = nameOf(subject);
  const fault = ownDatabaseFault(name, subject);
  if (fault !== undefined) throw new ProblemError({ code: 'invalid', path: ['spec', 'name'], message: fault });
  const at = <T>(what: string, work: (session: Session) => Promise<T>): Promise<T> =>
    withSession(connection, `${what} database ${name}`, host, work);
  switch (memo.todo) {
    case 'create':
      return at('create', (session) => create(session, subject, memo));
    case 'alter':
      return at('alter', (session) => alter(session, subject, memo, connection));
    case 'extend':
      return at('extend', (session) => extend(session, subject, connection, host));
    case 'close':
      return at('close', (session) => close(session, subject, connection, memo.extensions));
    case 'terminate':
      return at('end the connections to', (session) => terminate(session, name, memo.role, host));
    case 'remove':
      return at('drop', (session) => remove(session, subject, memo, host));
  }
}

async function create(session: Session, subject: Subject<DatabaseSpec>, { claim }: Make): Promise<DatabaseStep> {
  const database = complete(subject.spec, subject.name);
  const seen = await look(session, database.name, subject.urn);
  if (seen) ensureOurs(`the database ${database.name}`, seen.mark, claim, subject.urn);
  else await session.query(createStatement(database, subject.urn, session.version));
  if (!seen?.written) await session.query(commentStatement(database, subject.urn));
  return { type: 'again', memo: { todo: 'alter', claim }, progress: 'created; nobody may connect yet' };
}

async function alter(session: Session, subject: Subject<DatabaseSpec>, memo: Make, connection: Connection): Promise<DatabaseStep> {
  const { urn, output } = subject;
  const database = complete(subject.spec, subject.name);
  const seen = await look(session, database.name, urn);
  if (!seen) return { type: 'again', memo: { todo: 'create', claim: memo.claim } };
  ensureOurs(`the database ${database.name}`, seen.mark, memo.claim, urn);
  ensureSame(database, seen);
  const extending = isExtending(subject, seen);
  const wish = { urn, owner: ownerOf(subject), open: database.allow_connections || extending };
  await session.atOnce(async () => {
    if (wish.owner !== undefined && wish.owner !== seen.owner) await ensureMayGive(session, wish.owner);
    for (const statement of alterStatements(database, seen, wish)) await session.query(statement);
  });
  if (extending) return { type: 'again', memo: { ...memo, todo: 'extend' }, progress: 'installing extensions' };
  return finish(session, subject, connection, extensionsIn(output));
}

/** A closed database is opened for its extensions only when it is new or the list has changed: nobody can change them from inside. */
function isExtending({ spec, output }: Subject<DatabaseSpec>, { allow_connections: open, oid }: DatabaseSeen): boolean {
  const [wanted, held] = [spec.extensions ?? [], new Map(Object.entries(isOf(oid, output) ? extensionsIn(output) : {}))];
  const same =
    wanted.length === held.size && wanted.every(({ name, version }) => held.has(name) && (version ?? held.get(name)) === held.get(name));
  return open ? wanted.length + held.size > 0 : !same;
}

const isOf = (oid: number, output: Json): boolean => isObject(output) && output['oid'] === oid;

/** It may have been begun from another spec, and never finished. */
function ensureSame({ encoding, locale, name }: ReturnType<typeof complete>, seen: DatabaseSeen): void {
  if (encoding === seen.encoding && (locale === undefined || locale === seen.locale)) return;
  const message = `the database ${name} stands there with encoding ${seen.encoding} and locale ${seen.locale ?? 'of another kind'}`;
  const hint = 'declare these, or delete the resource and declare it again';
  throw new ProblemError({ code: 'invalid', path: ['spec', encoding === seen.encoding ? 'locale' : 'encoding'], message, hint });
}
