import type { JsonObject, Problem } from '@ectropy/sdk';
import type { Connection } from '../connection.ts';
import { invalid, nameFault } from '../name.ts';

export type ServerSpec = {
  readonly host: string;
  readonly port?: number;
  readonly database?: string;
  readonly user: string;
  readonly password: string;
  readonly tls?: Connection['tls'];
};

/** `misses`: it was there before and is waited for; so many looks in a row have failed. */
export type ServerMemo = { readonly todo: 'check'; readonly misses?: number };

export const connectionFrom = ({ host, port = 5432, database = 'postgres', user, password, tls = 'off' }: ServerSpec): Connection => ({
  host,
  port,
  database,
  user,
  password,
  tls,
});

/** What other resources see. The password in `connection` is secret. */
export const outputOf = (spec: ServerSpec, version: string): JsonObject => {
  const connection = connectionFrom(spec);
  return { version, host: connection.host, port: connection.port, connection };
};

/** Letters, digits, dots and dashes of names, and colons and zones of addresses. No path: the server's own store listens at one. */
const HOST = /^[A-Za-z0-9_](?:[A-Za-z0-9._-]*[A-Za-z0-9_.])?$|^[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*(?:%[A-Za-z0-9]+)?$/;

export function specProblems({ host, database = 'postgres', user, password }: ServerSpec): readonly Problem[] {
  const names = { database, user };
  const faults = Object.entries(names).flatMap(([field, name]) => {
    const fault = nameFault(name);
    return fault === undefined ? [] : [invalid(field, fault)];
  });
  return [
    ...(HOST.test(host)
      ? []
      : [invalid('host', 'must be the name or the address of a machine', 'such as db.internal, 10.0.0.5 or fd00::5')]),
    ...faults,
    ...(password.includes('\0') ? [invalid('password', 'must not hold the character NUL')] : []),
  ];
}
