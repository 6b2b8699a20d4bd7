/**
 * Keeps browsers of strangers out. A page of another site can make a browser send requests to this server; it can choose
 * neither `Host` (DNS rebinding shows there) nor `Origin` nor `Sec-Fetch-Site`.
 */
import type { Problem } from '@ectropy/sdk';

export interface Visit {
  readonly method: string;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  /** The `Sec-Fetch-Site` header. */
  readonly site: string | undefined;
  /** The address that the connection was made to. */
  readonly local: string | undefined;
}

const loopback = ['localhost', '127.0.0.1', '[::1]'];

/** `names`: what else this server is called: the address it is bound to and the configured hosts, each with or without a port. */
export function openGuard(names: readonly string[]): (visit: Visit) => Problem | undefined {
  const judged = new Map<string, boolean>();
  const isAddressed = ({ host, local }: Visit): boolean => {
    const key = `${host} ${local}`;
    const before = judged.get(key);
    if (before !== undefined) return before;
    const read = readHost(host);
    const verdict = read !== undefined && isOurs(read, [...loopback, ...names, ...(local ? [bracketed(local)] : [])]);
    if (judged.size >= MOST_JUDGED) judged.clear();
    judged.set(key, verdict);
    return verdict;
  };
  return (visit) => visitProblem(visit, isAddressed(visit));
}

/** Most clients say the same few names, over and over; what strangers make up must not pile up. */
const MOST_JUDGED = 100;

function visitProblem(visit: Visit, isAddressed: boolean): Problem | undefined {
  if (!isAddressed)
    return denied(
      `the host ${JSON.stringify(visit.host ?? '')} is not a name of this server`,
      'use localhost, or add the name to the allowed hosts',
    );
  if (visit.origin !== undefined && !isSameOrigin(visit.origin, visit.host ?? ''))
    return denied(
      `requests from the origin ${JSON.stringify(visit.origin)} are refused`,
      'call the server from its own pages, or without a browser',
    );
  if (visit.site === 'cross-site' && !['GET', 'HEAD'].includes(visit.method))
    return denied('cross-site requests are refused', 'call the server from its own pages, or without a browser');
  return undefined;
}

const denied = (message: string, hint: string): Problem => ({ code: 'denied', message, hint });

const isOurs = (host: URL, names: readonly string[]): boolean =>
  names.some((name) => {
    const ours = readHost(name);
    if (!ours || bare(ours) !== bare(host)) return false;
    return !/:\d+$/.test(name.replace(/\[.*\]/, '')) || ours.host === host.host;
  });

const bare = (url: URL): string => url.hostname.replace(/\.$/, '');

/** A `Host` header or a configured name; `undefined` if it is more, or less, than a host and a port. */
function readHost(text: string | undefined): URL | undefined {
  if (!text || !/^[\w.:[\]-]+$/.test(text)) return undefined;
  return URL.parse(`http://${text}`) ?? undefined;
}

/** IPv6 addresses as they stand in a URL; an IPv4 address in IPv6 clothes as IPv4. */
export function bracketed(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  return plain.includes(':') && !plain.startsWith('[') ? `[${plain}]` : plain;
}

function isSameOrigin(origin: string, host: string): boolean {
  const theirs = URL.parse(origin);
  return theirs !== null && URL.parse(`${theirs.protocol}//${host}`)?.host === theirs.host;
}
