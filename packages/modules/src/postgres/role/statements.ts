import { withMark } from '../mark.ts';
import { identifier, literal } from '../quote.ts';
import { settingStatements } from '../settings.ts';
import type { RoleSeen } from './look.ts';
import { ATTRIBUTES, DEFAULTS, type WholeRole } from './spec.ts';
import { sameMoment } from './valid-until.ts';

export interface Wish {
  readonly urn: string;
  readonly role: WholeRole;
  /** The verifier of the password to set, if one is to be set. */
  readonly verifier?: string;
  /** As in `server_version_num`. */
  readonly version: number;
}

type Before = Omit<RoleSeen, 'oid' | 'verifier'>;

/** What PostgreSQL makes of a bare `create role`. */
const FRESH: Before = { ...DEFAULTS, login: false, valid_until: null, comment: null, written: null, memberships: [] };

/** Everything that is to be said, in order; nothing where all is as it should be. Only what differs is named: naming it needs the right to it. */
export function statementsFor(wish: Wish, seen: RoleSeen | undefined): readonly string[] {
  const { role, urn } = wish;
  const name = identifier(role.name);
  const before = seen ?? FRESH;
  const options = optionsFor(wish, before);
  const comment = withMark(role.comment, urn);
  return [
    ...(seen ? [] : [`create role ${[name, ...options].join(' ')}`]),
    ...(seen && options.length > 0 ? [`alter role ${[name, ...options].join(' ')}`] : []),
    ...settingStatements(`role ${name}`, role.settings, before.settings),
    ...membershipStatements(wish, before),
    ...(before.written === comment ? [] : [`comment on role ${name} is ${literal(comment)}`]),
  ];
}

function optionsFor({ role, verifier }: Wish, before: Before): readonly string[] {
  const attributes = ATTRIBUTES.filter((name) => role[name] !== before[name]).map((name) => (role[name] ? name : `no${name}`));
  const until = role.valid_until ?? 'infinity';
  return [
    ...attributes,
    ...(role.connection_limit === before.connection_limit ? [] : [`connection limit ${role.connection_limit}`]),
    ...(sameMoment(role.valid_until, before.valid_until) ? [] : [`valid until ${literal(until)}`]),
    ...(verifier === undefined ? [] : [`password ${literal(verifier)}`]),
  ];
}

function membershipStatements({ role, version }: Wish, { memberships }: Before): readonly string[] {
  const name = identifier(role.name);
  const held = new Set(memberships.map((one) => one.role));
  // From version 16 on each grantor's grant is one of its own, and goes only by its grantor's name.
  const by = (grantor: string | null): string => (version >= 160_000 && grantor !== null ? ` granted by ${identifier(grantor)}` : '');
  const lost = memberships.filter((one) => !role.member_of.includes(one.role));
  return [
    ...lost.map((one) => `revoke ${identifier(one.role)} from ${name}${by(one.grantor)}`),
    ...role.member_of.filter((one) => !held.has(one)).map((one) => `grant ${identifier(one)} to ${name}`),
  ];
}
