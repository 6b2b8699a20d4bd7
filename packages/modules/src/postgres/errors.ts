import { ProblemError, type Problem, type ProblemCode } from '@ectropy/sdk';
import { addressOf, type Connection } from './connection.ts';

type Reading = Pick<Problem, 'code' | 'message' | 'hint'>;

/** SQLSTATEs and their classes in the words of problems; the longest that fits counts. */
const states = new Map<string, readonly [ProblemCode, string?]>(
  Object.entries({
    '08': ['unavailable'],
    '22': ['invalid'],
    '23505': ['conflict'],
    '2BP01': ['conflict', 'remove what depends on it first'],
    '25006': ['unavailable', 'name the primary server, where writing is possible'],
    '40': ['conflict'],
    '42': ['invalid'],
    '42501': ['denied', 'give the user of the postgres_server the right to do it: createrole, createdb, ownership, or superuser'],
    '42704': ['conflict', 'make it first, or correct the name'],
    '42710': ['conflict'],
    '42P04': ['conflict'],
    '3F000': ['conflict', 'make the schema in the database first'],
    '53': ['unavailable'],
    '55': ['conflict'],
    '57': ['unavailable'],
    '58P01': ['invalid', 'install its files on the machine of the server first'],
    '0A': ['invalid'],
  }),
);

const unreachable = new Map(
  Object.entries({
    ECONNREFUSED: 'nobody listens there',
    ECONNRESET: 'the connection was cut',
    EPIPE: 'the connection was cut',
    ENOTFOUND: 'the name is not known',
    EAI_AGAIN: 'the name could not be looked up',
    EHOSTUNREACH: 'there is no way to the host',
    ENETUNREACH: 'there is no way to the network',
    ETIMEDOUT: 'it does not answer',
  }),
);

/** What the client says without a code. */
const phrases: readonly (readonly [RegExp, (where: string, user: string) => Reading])[] = [
  [
    /^timeout expired|^Query read timeout/,
    (where) => ({ code: 'unavailable', message: `cannot reach PostgreSQL at ${where}: it does not answer` }),
  ],
  [/^Connection terminated/, (where) => ({ code: 'unavailable', message: `cannot reach PostgreSQL at ${where}: the connection was cut` })],
  [
    /does not support SSL/,
    (where) => ({
      code: 'unsupported',
      message: `PostgreSQL at ${where} does not speak TLS`,
      hint: 'turn TLS on there, or set spec.tls to off',
    }),
  ],
  [/^SASL:/, (where, user) => turnedAway(where, user)],
];

const turnedAway = (where: string, user: string): Reading => ({
  code: 'denied',
  message: `PostgreSQL at ${where} does not let ${JSON.stringify(user)} in`,
  hint: "check user and password of the postgres_server, and the server's pg_hba.conf",
});

const codeOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
};

/** An error of the client or the server as a problem. Neither of them ever quotes a password. */
export function problemOf(what: string, error: unknown, connection: Connection): Problem {
  const [where, code] = [addressOf(connection), codeOf(error)];
  const said = error instanceof Error ? error.message : String(error);
  const why = unreachable.get(code);
  if (why !== undefined) return { code: 'unavailable', message: `cannot reach PostgreSQL at ${where}: ${why}` };
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code)) {
    const hint = "let the server's machine trust it, or set spec.tls to require, which encrypts and trusts anybody";
    return { code: 'denied', message: `the certificate of PostgreSQL at ${where} is not trusted: ${said}`, hint };
  }
  if (code.startsWith('28')) return turnedAway(where, connection.user);
  const phrase = code === '' ? phrases.find(([pattern]) => pattern.test(said)) : undefined;
  return phrase ? phrase[1](where, connection.user) : fromState(what, code, said, error);
}

function fromState(what: string, code: string, said: string, error: unknown): Problem {
  const [known, hint] = states.get(code) ?? states.get(code.slice(0, 2)) ?? (['internal'] as const);
  const detail = error instanceof Error && 'detail' in error && typeof error.detail === 'string' ? `; ${error.detail}` : '';
  return { code: known, message: `cannot ${what}: ${said}${detail}`, ...(hint !== undefined && { hint }) };
}

/** Nobody gets in: that is for the postgres_server to tell and to wait for, and the engine looks at what a problem points to. */
export function blameServer(error: ProblemError): ProblemError {
  const { code, message, hint } = error.problem;
  if (code !== 'unavailable' && code !== 'denied') return error;
  const path = ['dependencies', 'server'];
  return new ProblemError({ code: 'unavailable', path, message, ...(hint !== undefined && { hint }) }, { cause: error.cause });
}

export const asProblem = (what: string, error: unknown, connection: Connection): ProblemError =>
  error instanceof ProblemError ? error : new ProblemError(problemOf(what, error, connection), { cause: error });
