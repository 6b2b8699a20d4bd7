import { ProblemError } from '@ectropy/sdk';
import type { Connection } from './connect.ts';

/** One server of those that the address names. */
export interface Host {
  /** For people: without user and password. */
  readonly name: string;
  readonly connection: Connection;
}

interface Place {
  readonly host: string;
  readonly port?: string;
}

const address = /^(postgres(?:ql)?:\/\/(?:[^/?]*@)?)([^/?@]*)([^?]*)(?:\?(.*))?$/s;
/** What we need is the server that takes writes, whichever of these words is used. */
const ATTRIBUTES = new Set(['any', 'read-write', 'primary']);

/** `postgres://user@one:5432,two:5432/db?target_session_attrs=read-write` as PostgreSQL's own clients read it: each server by itself. */
export function hostsOf(connection: Connection): readonly Host[] {
  const [, start, hosts = '', path = '', query = ''] = address.exec(connection.connectionString ?? '') ?? [];
  if (start === undefined) return [{ name: plainName(connection), connection }];
  const parameters = new URLSearchParams(query);
  checkAttributes(parameters);
  const options = takeOptions(parameters, connection);
  const named: readonly Place[] = hosts === '' ? listed(parameters) : hosts.split(',').map((host) => ({ host }));
  return named.map(({ host, port }) => {
    const own = new URLSearchParams(parameters);
    if (hosts === '' && host !== '') own.set('host', host);
    if (hosts === '' && port !== undefined) own.set('port', port);
    const connectionString = `${start}${hosts === '' ? '' : host}${path}${own.size > 0 ? `?${own}` : ''}`;
    return {
      name: [host, port].filter(Boolean).join(':') || 'the given address',
      connection: { ...connection, ...options, connectionString },
    };
  });
}

/** `?host=one,two&port=5432,5433`; one port is for all of them. */
function listed(parameters: URLSearchParams): readonly Place[] {
  const hosts = (parameters.get('host') ?? '').split(',');
  const ports = parameters.get('port')?.split(',') ?? [];
  if (ports.length > 1 && ports.length !== hosts.length) throw invalid(`there are ${hosts.length} hosts and ${ports.length} ports`);
  return hosts.map((host, i) => {
    const port = ports[i] ?? ports[0];
    return port === undefined ? { host } : { host, port };
  });
}

function checkAttributes(parameters: URLSearchParams): void {
  const wanted = parameters.get('target_session_attrs') ?? 'any';
  parameters.delete('target_session_attrs');
  if (!ATTRIBUTES.has(wanted)) throw invalid(`target_session_attrs is ${wanted}, but a server that takes writes is needed`);
}

/** Beside ours, not in their place: the driver lets those of an address replace all others, and with them the schema that we write into. */
function takeOptions(parameters: URLSearchParams, { options = '' }: Connection): Pick<Connection, 'options'> {
  const given = parameters.get('options') ?? '';
  parameters.delete('options');
  return given === '' ? {} : { options: `${options} ${given}`.trim() };
}

const invalid = (message: string): ProblemError =>
  new ProblemError({
    code: 'invalid',
    message: `the address of the database cannot be used: ${message}`,
    hint: 'use target_session_attrs=read-write',
  });

const plainName = ({ host, port }: Connection): string =>
  host === undefined ? 'the given address' : port === undefined ? host : `${host}:${port}`;
