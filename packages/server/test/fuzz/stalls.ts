/** Which request held up the server? Those that were under way are sent again, one at a time: a busy machine stalls nobody twice. */
import type { Agent } from 'node:http';
import { beat, type Pause } from './pulse.ts';
import type { Request } from './request.ts';
import { send } from './send.ts';

/** What was under way, and when. */
export interface Sent {
  readonly request: Request;
  readonly from: number;
  to: number;
}

const TRIES = 3;
const MOST = 60;

export async function findStalls(
  url: string,
  pauses: readonly Pause[],
  sent: readonly Sent[],
  agent: Agent,
  limitMs: number,
): Promise<readonly { readonly request: Request; readonly ms: number }[]> {
  const longest = [...pauses].sort((a, b) => b.to - b.from - (a.to - a.from)).slice(0, MOST);
  const suspects = new Set(
    sent.filter(({ from, to }) => longest.some((pause) => from <= pause.to && to >= pause.from)).map(({ request }) => request),
  );
  const found: { readonly request: Request; readonly ms: number }[] = [];
  for (const request of suspects) {
    const ms = await alone(url, request, agent, limitMs);
    if (ms > limitMs) found.push({ request, ms });
  }
  return found;
}

/** The shortest of the longest waits. */
async function alone(url: string, request: Request, agent: Agent, limitMs: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < TRIES && least > limitMs; i += 1) {
    const { ms } = await waitBeside(url, () => send(url, request, agent).catch(() => undefined));
    least = Math.min(least, ms);
  }
  return least;
}

/** How long others had to wait at most while the work was under way. */
export async function waitBeside<T>(url: string, work: () => Promise<T>): Promise<{ readonly answer: T; readonly ms: number }> {
  const done = new AbortController();
  const answered = work().finally(() => done.abort());
  let ms = 0;
  while (!done.signal.aborted) ms = Math.max(ms, await beat(url));
  return { answer: await answered, ms };
}
