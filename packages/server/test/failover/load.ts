/** Clients as they should be: each write has a key, and is asked for again until its outcome is known. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, call, type Call, file, resources } from '../product.ts';
import type { Write } from './history.ts';

export interface Acknowledged extends Write {
  readonly path: string;
  readonly request: Call;
  /** The answer, to be compared with what the same key gets later. */
  readonly resource: unknown;
  readonly at: number;
  /** Which of the servers answered. */
  readonly by: string;
}

export interface Load {
  readonly acknowledged: readonly Acknowledged[];
  /** Answers that no client with retries can deal with. */
  readonly trouble: readonly string[];
  /** How often a write had to be asked for again. */
  again(): number;
  slowestMs(): number;
  /** After the writes that are under way. */
  stop(): Promise<void>;
  /** At once, whatever becomes of them. */
  abandon(): Promise<void>;
}

const AGAIN_MS = 50;
/** A server that says nothing for so long is asked no more: it has hung. */
const ANSWER_MS = 40_000;

export const contentOf = (resource: unknown): string =>
  String((resource as { spec?: { configs?: { content?: unknown } } } | undefined)?.spec?.configs?.content);

/** So many clients, each at a server of its own as long as that answers. */
export function startLoad(servers: readonly { readonly url: string }[], clients: number): Load {
  const acknowledged: Acknowledged[] = [];
  const trouble: string[] = [];
  let again = 0;
  let slowest = 0;
  const stopping = new AbortController();
  const abandoned = new AbortController();

  async function write(client: number, content: string, path: string, request: Call): Promise<boolean> {
    const keyed = { ...request, headers: { 'idempotency-key': randomUUID() } };
    for (let tries = 0; ; tries += 1) {
      const server = servers[(client + tries) % servers.length] ?? { url: '' };
      const asked = performance.now();
      const answer = await ask(server, path, keyed);
      slowest = Math.max(slowest, performance.now() - asked);
      if (answer?.status === 200) {
        const { resource } = answer.body;
        acknowledged.push({ urn: String(resource?.urn), content, path, request: keyed, resource, at: performance.now(), by: server.url });
        return true;
      }
      const busy = answer?.status === 400 && answer.text.includes('STATUS_PENDING'); // this door takes no update before the last one has been brought about
      if (answer && answer.status !== 503 && !busy) {
        trouble.push(`${request.method ?? 'POST'} ${path}: ${answer.status} ${answer.text}`);
        return false;
      }
      if (answer?.status === 503 && answer.headers.get('retry-after') === null) trouble.push(`${path}: 503 without retry-after`);
      if (!busy) again += 1;
      if (abandoned.signal.aborted) return false;
      await pause(AGAIN_MS);
    }
  }

  async function run(client: number): Promise<void> {
    for (let n = 0; !stopping.signal.aborted; n += 1) {
      const name = `c${client}-${n}`;
      const configs = (version: number) => ({ path: `${name}.txt`, content: `${name} v${version}` });
      if (!(await write(client, configs(1).content, resources, { body: file(name, configs(1)) }))) return;
      for (let version = 2; version <= 3 && !stopping.signal.aborted; version += 1) {
        const body = { new_spec: { configs: configs(version) } };
        if (!(await write(client, configs(version).content, `${resources}/orn:entropy:file:demo:${name}`, { method: 'PATCH', body })))
          return;
      }
    }
  }

  const running = Promise.all(Array.from({ length: clients }, (_, client) => run(client)));
  return {
    acknowledged,
    trouble,
    again: () => again,
    slowestMs: () => slowest,
    async stop() {
      stopping.abort();
      await running;
    },
    async abandon() {
      stopping.abort();
      abandoned.abort();
      await running;
    },
  };
}

/** `undefined`: no answer at all. */
async function ask(server: { readonly url: string }, path: string, request: Call): Promise<Answer | undefined> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), ANSWER_MS);
  try {
    return await Promise.race([
      call(server, path, request),
      new Promise<never>((_, reject) => late.signal.addEventListener('abort', () => reject(new Error('no answer')))),
    ]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
