/** A transcript names the ports that people have; behind each stands one that nobody else has. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { inject } from 'vitest';

export interface Ports {
  real(written: Written): string;
  /** From what is written to what is run. */
  inward(text: string): string;
  /** From what was printed to what is read. */
  outward(text: string): string;
}

type Written = '8080' | '8090' | '3000' | '5432';

/** 3000 is for a service of the transcript's own; at 5432 a real PostgreSQL answers. */
export async function openPorts(): Promise<Ports> {
  const [server, cloud, service] = await Promise.all([freePort(), freePort(), freePort()]);
  return mapPorts({ '8080': server, '8090': cloud, '3000': service, '5432': new URL(inject('postgresUrl')).port });
}

const WRITTEN = /(127\.0\.0\.1:|localhost:|port: |PORT=)(8080|8090|3000|5432)\b/g;

export function mapPorts(real: Readonly<Record<Written, string>>): Ports {
  const written = new Map(Object.entries(real).map(([shown, port]) => [port, shown]));
  const printed = new RegExp(`\\b(${[...written.keys()].join('|')})\\b( {2,})?`, 'g');
  return {
    real: (port) => real[port],
    inward: (text) => text.replaceAll(WRITTEN, (_, before: string, port: Written) => `${before}${real[port]}`),
    outward: (text) => text.replaceAll(printed, (_, port: string, gap = '') => inItsColumn(written.get(port) ?? port, port, gap)),
  };
}

/** In a table what follows stays where it is. */
const inItsColumn = (shown: string, port: string, gap: string): string => (gap === '' ? shown : shown.padEnd(port.length) + gap);

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? String(address.port) : '0';
}
