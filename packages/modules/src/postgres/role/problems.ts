import type { Problem, Subject } from '@ectropy/sdk';
import { knownConnection } from '../connection.ts';
import { holdsMark } from '../mark.ts';
import { invalid, nameFault, ownNameFault } from '../name.ts';
import { settingsProblems } from '../settings.ts';
import type { WholeRole } from './spec.ts';
import { isMoment } from './valid-until.ts';

/** All that is wrong with a declared role, at once. */
export function roleProblems(role: WholeRole, subject: Pick<Subject<unknown>, 'needs'>): readonly Problem[] {
  const { name, password, valid_until: until, comment = '' } = role;
  const fault = ownNameFault('role', name) ?? ownUserFault(name, subject);
  return [
    ...(fault === undefined ? [] : [invalid('name', fault)]),
    ...(password?.includes('\0') ? [invalid('password', 'must not hold the character NUL')] : []),
    ...(until === undefined || isMoment(until)
      ? []
      : [invalid('valid_until', 'must be a moment with a time zone', 'such as 2030-01-01T00:00:00Z')]),
    ...role.member_of.flatMap((one, index) => memberProblems(one, index, name)),
    ...settingsProblems(role.settings),
    ...(comment.includes('\0') ? [invalid('comment', 'must not hold the character NUL')] : []),
    ...(holdsMark(comment) ? [invalid('comment', 'must not end with the mark of a resource, which is added by itself')] : []),
  ];
}

/** Whoever changed this one could lock Ectropy out. */
export function ownUserFault(name: string, subject: Pick<Subject<unknown>, 'needs'>): string | undefined {
  return knownConnection(subject)?.user === name ? 'must not be the role that Ectropy itself connects as' : undefined;
}

function memberProblems(group: string, index: number, name: string): readonly Problem[] {
  const fault = group === name ? 'must not be the role itself' : nameFault(group);
  return fault === undefined ? [] : [invalid(['member_of', index], fault)];
}
