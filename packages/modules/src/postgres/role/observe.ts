import type { Host, Observation, Subject } from '@ectropy/sdk';
import { connectionOf } from '../connection.ts';
import { withSession } from '../session.ts';
import { compare } from './compare.ts';
import { look } from './look.ts';
import { complete, knownPassword, outputOf, type RoleSpec } from './spec.ts';

export async function observe(subject: Subject<RoleSpec>, host: Host): Promise<Observation> {
  const connection = connectionOf(subject);
  const role = complete(subject.spec, subject.name);
  const password = knownPassword(role, subject.output);
  const seen = await withSession(connection, `look at role ${role.name}`, host, (session) => look(session, role.name));
  if (!seen) return { exists: false };
  const sides = await compare(role, seen, password, subject.urn);
  return { exists: true, ...sides, output: outputOf(role.name, seen.oid, connection, password) };
}
