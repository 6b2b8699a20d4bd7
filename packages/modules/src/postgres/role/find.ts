import { ProblemError, type Found, type Host, type Subject } from '@ectropy/sdk';
import { connectionOf } from '../connection.ts';
import { ownNameFault } from '../name.ts';
import { withSession } from '../session.ts';
import { look, type RoleSeen } from './look.ts';
import { ownUserFault } from './problems.ts';
import { ATTRIBUTES, outputOf, type RoleSpec } from './spec.ts';
import { shortMoment } from './valid-until.ts';

/** A role by its name, as somebody would have declared it. Its password is not known, and stays as it is. */
export async function find(reference: string, subject: Subject<RoleSpec | null>, host: Host): Promise<Found<RoleSpec> | undefined> {
  const connection = connectionOf(subject);
  const fault = ownNameFault('role', reference) ?? ownUserFault(reference, subject);
  if (fault !== undefined) throw new ProblemError({ code: 'invalid', message: `the reference ${JSON.stringify(reference)} ${fault}` });
  const seen = await withSession(connection, `look at role ${reference}`, host, (session) => look(session, reference));
  return seen && { spec: specOf(reference, seen), output: outputOf(reference, seen.oid, connection) };
}

const specOf = (name: string, seen: RoleSeen): RoleSpec => ({
  name,
  ...Object.fromEntries(ATTRIBUTES.map((attribute) => [attribute, seen[attribute]])),
  connection_limit: seen.connection_limit,
  ...(seen.valid_until !== null && { valid_until: shortMoment(seen.valid_until) }),
  member_of: [...new Set(seen.memberships.map(({ role }) => role))],
  settings: seen.settings,
  ...(seen.comment !== null && { comment: seen.comment }),
});
