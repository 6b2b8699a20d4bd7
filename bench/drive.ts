/** Sends the same request over and over, over so many connections and for so long; answers with how many there were per second, and how long they took. */
import { Agent, request as open } from 'node:http';

export interface Load {
  readonly method: string;
  path(i: number): string;
  body?(i: number): string;
  readonly type?: string;
}

export interface Rate {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export async function drive(
  url: string,
  load: Load,
  { connections, ms }: { readonly connections: number; readonly ms: number },
): Promise<Rate> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const end = performance.now() + ms;
  const took: number[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (performance.now() < end) {
      const started = performance.now();
      await once(url, load, next++, agent);
      took.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: connections }, lane));
  agent.destroy();
  took.sort((a, b) => a - b);
  const at = (share: number): number => Number((took[Math.floor(took.length * share)] ?? 0).toFixed(2));
  return { perSecond: Math.round((took.length / ms) * 1000), p50Ms: at(0.5), p99Ms: at(0.99) };
}

export function once(url: string, { method, path, body, type = 'application/json' }: Load, i: number, agent?: Agent): Promise<string> {
  const { hostname, port } = new URL(url);
  const payload = body?.(i);
  const headers = {
    'user-id': 'bench',
    ...(payload !== undefined && { 'content-type': type, 'content-length': Buffer.byteLength(payload) }),
  };
  return new Promise((resolve, reject) => {
    open({ agent, hostname, port, path: path(i), method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => {
          const text = Buffer.concat(chunks).toString();
          if ((response.statusCode ?? 0) < 300) resolve(text);
          else reject(new Error(`${method} ${path(i)} was answered ${response.statusCode}: ${text.slice(0, 500)}`));
        });
    })
      .on('error', reject)
      .end(payload);
  });
}
