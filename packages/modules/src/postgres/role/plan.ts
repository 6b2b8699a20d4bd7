import { isDeepStrictEqual } from 'node:util';
import { isObject, refuse, type Intent, type Plan, type Problem, type Subject } from '@ectropy/sdk';
import { knownConnection } from '../connection.ts';
import { refused } from '../refused.ts';
import { roleProblems } from './problems.ts';
import { complete, knownPassword, nameOf, type RoleMemo, type RoleSpec, type WholeRole } from './spec.ts';

type RolePlan = Plan<RoleSpec, RoleMemo>;
type Make = Omit<Extract<RoleMemo, { todo: 'make' }>, 'todo'>;

export function plan(subject: Subject<RoleSpec>, intent: Intent<RoleSpec>): RolePlan {
  switch (intent.type) {
    case 'create':
      return make(complete(intent.spec, subject.name), subject, { claim: 'new', generate: true });
    case 'update':
      return update(complete(intent.spec, subject.name), subject);
    case 'correct':
      return make(complete(subject.spec, subject.name), subject, { claim: 'held', generate: intent.missing });
    case 'adopt':
      return adopt(complete(intent.spec, subject.name), subject, nameOf({ ...subject, spec: intent.found.spec }));
    case 'delete':
      return remove(subject);
    case 'act':
      return act(intent.action, subject);
  }
}

function make(role: WholeRole, subject: Subject<RoleSpec>, how: Make): RolePlan {
  const generated = role.login && how.generate && knownPassword(role, subject.output) === undefined;
  const password = generated ? 'a generated password' : role.password !== undefined && 'the declared password';
  const what = [role.login ? 'may log in' : 'may not log in', ...(password ? [password] : [])].join(', ');
  const unknown = [...(subject.output === null ? [['output', 'oid']] : []), ...(generated ? [['output', 'password']] : [])];
  return (
    refused(roleProblems(role, subject)) ?? {
      type: 'change',
      spec: role,
      memo: { todo: 'make', ...how },
      summary: [`${verbs[how.claim]} role ${role.name}: ${what}`],
      ...(unknown.length > 0 && { unknown }),
    }
  );
}

const verbs = { new: 'create', held: 'alter', take: 'take over' } as const;

function update(role: WholeRole, subject: Subject<RoleSpec>): RolePlan {
  const now = complete(subject.spec, subject.name);
  const problems = refused(roleProblems(role, subject));
  if (problems) return problems;
  if (role.name !== now.name) return { type: 'replace', spec: role, reason: `the role ${now.name} is to be called ${role.name}` };
  if (isDeepStrictEqual(ordered(role), ordered(now)) && !hasMoved(subject)) return { type: 'noop' };
  return make(role, subject, { claim: 'held', generate: !now.login || subject.output === null });
}

/** The order of a set means nothing. */
const ordered = (role: WholeRole): WholeRole => ({ ...role, member_of: [...role.member_of].sort() });

/** The server is another one now, or is reached under another address. */
function hasMoved(subject: Subject<RoleSpec>): boolean {
  const [server, { output }] = [knownConnection(subject), subject];
  return server !== undefined && isObject(output) && (output['host'] !== server.host || output['port'] !== server.port);
}

function adopt(role: WholeRole, subject: Subject<RoleSpec>, found: string): RolePlan {
  if (role.name === found) return make(role, subject, { claim: 'take', generate: false });
  return refuse({ code: 'invalid', path: ['spec', 'name'], message: `must be ${JSON.stringify(found)}, which is what was found` });
}

function remove(subject: Subject<RoleSpec>): RolePlan {
  const made = subject.output !== null;
  return { type: 'change', spec: subject.spec, memo: { todo: 'remove', made }, summary: [`drop role ${nameOf(subject)}`] };
}

function act(action: string, subject: Subject<RoleSpec>): RolePlan {
  if (action !== 'rotate_password') return refuse({ code: 'unsupported', message: `a postgres_role has no action ${action}` });
  const role = complete(subject.spec, subject.name);
  const problem = rotationProblem(role, subject);
  if (problem) return refuse(problem);
  const rotated = make(role, subject, { claim: 'held', generate: true, rotate: true });
  return rotated.type === 'change'
    ? { ...rotated, summary: [`give role ${role.name} a new password`], unknown: [['output', 'password']] }
    : rotated;
}

function rotationProblem(role: WholeRole, { output }: Subject<RoleSpec>): Problem | undefined {
  if (role.password !== undefined) {
    const hint = 'declare another password there, or take it out and rotate again';
    return { code: 'invalid', path: ['spec', 'password'], message: 'is declared, so no other can be generated', hint };
  }
  if (!role.login) return { code: 'invalid', path: ['spec', 'login'], message: 'is false, so there is no password to rotate' };
  return output === null ? { code: 'invalid', message: 'the role has not been made yet', hint: 'wait until it is ready' } : undefined;
}
