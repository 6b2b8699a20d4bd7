import { BlockList, isIP } from 'node:net';
import type { Problem } from '@ectropy/sdk';
import type { Config } from './schema.ts';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

function isLoopback(host: string): boolean {
  const family = isIP(host);
  return family === 0 ? host.toLowerCase() === 'localhost' : loopback.check(host, family === 4 ? 'ipv4' : 'ipv6');
}

/** Why the server must not listen where it is told to; nothing if it may. */
export function bindProblem({ host, port, trustNetwork }: Pick<Config, 'host' | 'port' | 'trustNetwork'>): Problem | undefined {
  if (trustNetwork || isLoopback(host)) return undefined;
  return {
    code: 'denied',
    message: `host ${host} can be reached from other machines, and authentication cannot be configured yet: everybody there could change every resource`,
    hint: `listen on 127.0.0.1 and let a reverse proxy that authenticates its callers, or an SSH tunnel (ssh -L ${port}:127.0.0.1:${port}), lead to it; or, if that network keeps strangers out by itself, say so with --trust-network: whoever reaches the server there may then do everything`,
  };
}
