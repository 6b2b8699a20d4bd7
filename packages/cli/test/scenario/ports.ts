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

/** The cloud is started where the kinds look for it. */
const CLOUD_STARTS = /\bectropy cloud-sim(?= +-| *&?$)/gm;
const WRITTEN = /(127\.0\.0\.1:|localhost:|port: |PORT=)(8080|8090|3000|5432)\b/g;

export function mapPorts(real: Readonly<Record<Written, string>>): Ports {
  const written = new Map(Object.entries(real).map(([shown, port]) => [port, shown]));
  const printed = new RegExp(`\\b(?:${[...written.keys()].join('|')})\\b`, 'g');
  return {
    real: (port) => real[port],
    inward: (text) =>
      text
        .replaceAll(WRITTEN, (_, before: string, port: Written) => `${before}${real[port]}`)
        .replaceAll(CLOUD_STARTS, (words) => `${words} --port ${real['8090']}`),
    outward: (text) => text.replaceAll(printed, (port) => written.get(port) ?? port),
  };
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? String(address.port) : '0';
}
