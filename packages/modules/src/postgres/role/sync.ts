import { ProblemError, type Host, type Step, type Subject } from '@ectropy/sdk';
import { ensureOurs } from '../claim.ts';
import { connectionOf, type Connection } from '../connection.ts';
import { withSession, type Session } from '../session.ts';
import { look, type RoleSeen } from './look.ts';
import { ownUserFault } from './problems.ts';
import { remove } from './remove.ts';
import { isVerifierOf, newPassword, verifierOf } from './scram.ts';
import { complete, knownPassword, nameOf, outputOf, type RoleMemo, type RoleSpec, type WholeRole } from './spec.ts';
import { statementsFor } from './statements.ts';

type Make = Extract<RoleMemo, { todo: 'make' }>;

export async function sync(subject: Subject<RoleSpec>, memo: RoleMemo, host: Host): Promise<Step<RoleMemo>> {
  const connection = connectionOf(subject);
  const name = nameOf(subject);
  const fault = ownUserFault(name, subject);
  if (fault !== undefined) throw new ProblemError({ code: 'invalid', path: ['spec', 'name'], message: fault });
  if (memo.todo === 'remove') {
    await withSession(connection, `drop role ${name}`, host, (session) => remove(session, subject, memo, host));
    return { type: 'gone' };
  }
  return withSession(connection, `make role ${name} as declared`, host, (session) =>
    session.atOnce(() => make(session, subject, memo, connection)),
  );
}

/** In one transaction. What is right already is left alone, so a repeated step writes nothing, unless it has to find a new password. */
async function make(session: Session, subject: Subject<RoleSpec>, memo: Make, connection: Connection): Promise<Step<RoleMemo>> {
  const role = complete(subject.spec, subject.name);
  const { urn, output } = subject;
  const seen = await look(session, role.name);
  if (seen) ensureOurs(`the role ${role.name}`, seen.mark, memo.claim, urn);
  await ensureGroups(session, role);
  const password = passwordFor(role, knownPassword(role, output), memo);
  const verifier = await newVerifier(password, seen);
  for (const statement of statementsFor({ urn, role, version: session.version, ...verifier }, seen)) await session.query(statement);
  const made = seen ?? (await look(session, role.name));
  return { type: 'done', output: outputOf(role.name, made?.oid ?? 0, connection, password) };
}

/** What a memo never holds: a step that is repeated because nobody heard its answer finds another one, and that one counts. */
function passwordFor(role: WholeRole, known: string | undefined, { generate, rotate }: Make): string | undefined {
  if (rotate) return newPassword();
  return known ?? (generate && role.login ? newPassword() : undefined);
}

/** Nothing where the stored one is of this password already. Where it cannot be read, it is written again. */
async function newVerifier(password: string | undefined, seen: RoleSeen | undefined): Promise<{ readonly verifier?: string }> {
  if (password === undefined || (seen?.verifier !== undefined && (await isVerifierOf(seen.verifier, password)))) return {};
  return { verifier: await verifierOf(password) };
}

/** Tells all that are missing at once. It is tried again, since another resource may be about to make them. */
async function ensureGroups({ query }: Session, { member_of: groups }: WholeRole): Promise<void> {
  const found = await query<{ rolname: string }>('select rolname from pg_roles where rolname = any($1)', [groups]);
  const names = new Set(found.map(({ rolname }) => rolname));
  const missing = groups.filter((group) => !names.has(group));
  if (missing.length === 0) return;
  const message = `there is no role ${missing
    .slice(0, 10)
    .map((name) => JSON.stringify(name))
    .join(', ')}${missing.length > 10 ? ', …' : ''}`;
  throw new ProblemError({ code: 'conflict', path: ['spec', 'member_of'], message, hint: 'make them first, or correct the names' });
}
