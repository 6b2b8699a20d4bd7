/** Sends requests over so many connections, each as soon as the last one was answered, and tells how long each took. */
import { Exchange } from './exchange.ts';

export interface Driven {
  readonly ms: number;
  /** In the order of the answers. */
  readonly took: readonly number[];
}

export async function driveAll(url: string, all: readonly Buffer[], connections: number): Promise<Driven> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const lanes = await Promise.all(Array.from({ length: connections }, () => Exchange.open(url, reject)));
  const took: number[] = [];
  let next = 0;
  const started = performance.now();
  const go = (lane: Exchange): void => {
    const request = all[next++];
    if (!request) return;
    const sentAt = performance.now();
    lane.send(request, (status, body) => {
      took.push(performance.now() - sentAt);
      if (status >= 300) reject(new Error(`answered ${status}: ${body.toString('utf8', 0, 500)}`));
      else if (took.length === all.length) resolve();
      else go(lane);
    });
  };
  for (const lane of lanes) go(lane);
  try {
    await promise;
    return { ms: performance.now() - started, took };
  } finally {
    for (const lane of lanes) lane.close();
  }
}
