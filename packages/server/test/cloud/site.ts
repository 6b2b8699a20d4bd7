/** One or more servers on one store, and a client that does not give up: who dies is started again, who is paused is passed over. */
import { setTimeout as pass } from 'node:timers/promises';
import { until } from '../../src/testing/until.ts';
import { type Answer, type Call, call, type Product, startProduct } from '../product.ts';

export interface Site extends AsyncDisposable {
  /** Asked until somebody answers; the same key each time, so that it happens once. */
  ask(path: string, request?: Call): Promise<Answer>;
  /** `kill -9`, and up again. */
  kill(number: number): Promise<void>;
  /** Stopped for so long that its leases have ended, while the others go on, and woken in the middle of what it did. */
  freeze(number: number, ms: number): Promise<void>;
  output(): string;
}

/** A server that cannot answer now says so with one of these. */
const AWAY = new Set([502, 503, 504]);

export async function openSite(count: number, args: readonly string[]): Promise<Site> {
  const products: Product[] = [];
  for (let number = 0; number < count; number += 1) products.push(await startProduct({ args }));
  const away = new Set<number>();
  const past: string[] = [];

  const once = async (path: string, request: Call): Promise<Answer | undefined> => {
    for (const [number, product] of products.entries()) {
      if (away.has(number)) continue;
      const answer = await call(product, path, request).catch(() => undefined);
      if (answer && !AWAY.has(answer.status)) return answer;
    }
    return undefined;
  };
  const at = (number: number): Product => products[number] ?? products[0] ?? expectSome();

  return {
    ask: (path, request = {}) => {
      const key = crypto.randomUUID();
      const headers = { ...(request.method !== undefined && { 'idempotency-key': key }), ...request.headers };
      return until(() => once(path, { ...request, headers }), { timeoutMs: 60_000, everyMs: 50, what: `an answer to ${path}` });
    },
    async kill(number) {
      away.add(number);
      await at(number).stop('SIGKILL');
      past.push(at(number).output());
      products[number] = await startProduct({ args });
      away.delete(number);
    },
    async freeze(number, ms) {
      away.add(number);
      at(number).process.kill('SIGSTOP');
      await pass(ms);
      at(number).process.kill('SIGCONT');
      away.delete(number);
    },
    output: () => [...past, ...products.map((product) => product.output())].join('\n'),
    async [Symbol.asyncDispose]() {
      for (const product of products) {
        product.process.kill('SIGCONT');
        await product.stop('SIGKILL');
      }
    },
  };
}

function expectSome(): never {
  throw new Error('there is no server');
}
