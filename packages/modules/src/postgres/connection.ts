import { isObject, ProblemError, type JsonObject, type Subject } from '@ectropy/sdk';

/** All that is needed to connect as an administrator. It stands in the output of a `postgres_server`, sealed. */
export type Connection = {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  readonly tls: 'off' | 'require' | 'verify';
};

export const addressOf = ({ host, port }: Pick<Connection, 'host' | 'port'>): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;

type Needy = Pick<Subject<unknown>, 'needs'>;

/** The connection of the server that a role or a database stands on, or nothing while it is not known. */
export function knownConnection({ needs }: Needy): Connection | undefined {
  const output = needs['server']?.output;
  const connection = isObject(output) ? output['connection'] : undefined;
  return isConnection(connection) ? connection : undefined;
}

/** The same where nothing can be done without it. */
export function connectionOf(subject: Needy): Connection {
  const connection = knownConnection(subject);
  if (connection) return connection;
  const path = ['dependencies', 'server'];
  const { server } = subject.needs;
  if (server) throw new ProblemError({ code: 'unavailable', path, message: `the postgres_server ${server.name} is not ready` });
  throw new ProblemError({
    code: 'invalid',
    path,
    message: 'says on which server it stands, and is missing',
    hint: 'name a postgres_server as the dependency server',
  });
}

const isConnection = (value: unknown): value is Connection =>
  isObject(value) && Object.entries(SHAPE).every(([key, type]) => isOf(value, key, type));
const isOf = (value: JsonObject, key: string, type: string): boolean => Object.hasOwn(value, key) && typeof value[key] === type;
const SHAPE = { host: 'string', port: 'number', database: 'string', user: 'string', password: 'string', tls: 'string' } as const;
