import { until } from '../../src/testing/until.ts';
import type { Told } from './history.ts';
import { contentOf } from './load.ts';

export interface Watcher {
  readonly told: readonly Told[];
  /** How often it has connected. */
  connections(): number;
  close(): Promise<void>;
}

/** Follows all files from the beginning, goes on wherever a stream has ended, and leaves each stream after so many changes by itself. */
export async function watch(servers: readonly { readonly url: string }[], leaveAfter = Number.POSITIVE_INFINITY): Promise<Watcher> {
  const told: Told[] = [];
  const stop = new AbortController();
  let last = '0';
  let connections = 0;

  async function follow(url: string): Promise<void> {
    const leave = new AbortController();
    const response = await fetch(`${url}/api/v1beta1/watch?project=demo&kind=file`, {
      headers: { 'last-event-id': last },
      signal: AbortSignal.any([stop.signal, leave.signal]),
    });
    if (response.status !== 200) return void (await response.text());
    connections += 1;
    let left = leaveAfter;
    for await (const { id, event, data } of framesOf(response)) {
      if (event === 'put' || event === 'gone') {
        const { resource } = JSON.parse(data) as { resource: { urn: string } };
        told.push({ id: Number(id), urn: resource.urn, content: contentOf(resource) });
        left -= 1;
      }
      if (id !== undefined) last = id;
      if (left <= 0) return leave.abort();
    }
  }

  async function run(): Promise<void> {
    for (let round = 0; !stop.signal.aborted; round += 1) {
      await follow(servers[round % servers.length]?.url ?? '').catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  const running = run();
  await until(() => connections > 0, { what: 'a watch' });
  return {
    told,
    connections: () => connections,
    async close() {
      stop.abort();
      await running;
    },
  };
}

async function* framesOf(response: Response): AsyncGenerator<Partial<Record<string, string>> & { readonly data: string }> {
  let text = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const frames = `${text}${chunk}`.split('\n\n');
    text = frames.pop() ?? '';
    for (const frame of frames) {
      const lines = frame.split('\n').filter((line) => !line.startsWith(':'));
      yield { data: '{}', ...Object.fromEntries(lines.map((line) => line.split(/: (.*)/s, 2))) };
    }
  }
}
