import type { JsonObject } from '@ectropy/sdk';
import { managedBy } from '../claim.ts';
import { compareSettings } from '../settings.ts';
import type { RoleSeen } from './look.ts';
import { isVerifierOf } from './scram.ts';
import { ATTRIBUTES, type Attribute, type WholeRole } from './spec.ts';
import { sameMoment } from './valid-until.ts';

interface Sides {
  readonly expected: JsonObject;
  readonly actual: JsonObject;
}

/** Both sides in the same words. Of the password only whether it is the one that is known. */
export async function compare(role: WholeRole, seen: RoleSeen, password: string | undefined, urn: string): Promise<Sides> {
  const settings = compareSettings(role.settings, seen.settings);
  const until = role.valid_until ?? null;
  const expected = {
    ...attributes(role),
    connection_limit: role.connection_limit,
    valid_until: until,
    member_of: [...role.member_of].sort(),
    settings: settings.expected,
    comment: role.comment || null,
    managed_by: 'this resource',
  };
  const actual = {
    ...attributes(seen),
    connection_limit: seen.connection_limit,
    valid_until: sameMoment(until, seen.valid_until) ? until : seen.valid_until,
    member_of: [...new Set(seen.memberships.map((one) => one.role))].sort(),
    settings: settings.actual,
    comment: seen.comment,
    managed_by: managedBy(seen.mark, urn),
  };
  if (password === undefined || seen.verifier === undefined) return { expected, actual };
  const stands = (await isVerifierOf(seen.verifier, password)) ? AS_DECLARED : 'changed';
  return { expected: { ...expected, password: AS_DECLARED }, actual: { ...actual, password: stands } };
}

const attributes = (of: Readonly<Record<Attribute, boolean>>): JsonObject => Object.fromEntries(ATTRIBUTES.map((name) => [name, of[name]]));

const AS_DECLARED = 'as declared';
