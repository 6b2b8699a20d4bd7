/** A process of its own that asks the server again and again whether it lives, and tells when it had to wait. */
import { Agent, get } from 'node:http';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** From when to when the server let everybody wait. */
export interface Pause {
  readonly from: number;
  readonly to: number;
}

export interface Pulse {
  pauses(): readonly Pause[];
  stop(): Promise<void>;
}

export async function openPulse(url: string, longerThanMs: number): Promise<Pulse> {
  const child = fork(fileURLToPath(import.meta.url), [url, String(longerThanMs)], { execArgv: [] });
  const pauses: Pause[] = [];
  child.on('message', (message) => message !== 'ready' && pauses.push(message as Pause));
  await once(child, 'message');
  return {
    pauses: () => pauses,
    async stop() {
      child.kill();
      await once(child, 'exit');
    },
  };
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** How long one question takes; a server that is gone answers at once, in its way. */
export const beat = (url: string): Promise<number> =>
  new Promise((resolve) => {
    const started = performance.now();
    const end = (): void => resolve(performance.now() - started);
    get(`${url}/livez`, { agent }, (response) => response.resume().on('end', end)).on('error', end);
  });

if (import.meta.main) {
  const [url = '', longerThanMs = '250'] = process.argv.slice(2);
  await beat(url);
  process.send?.('ready');
  for (;;) {
    const ms = await beat(url);
    if (ms > Number(longerThanMs)) process.send?.({ from: Date.now() - ms, to: Date.now() });
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
