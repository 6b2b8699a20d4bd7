/** Which request held up the server? Those that were under way are sent again, one at a time. */
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Agent } from 'node:http';
import type { Request } from './request.ts';
import { send } from './send.ts';

/** From when to when the server let everybody wait, and how long it worked meanwhile. */
export interface Pause {
  readonly from: number;
  readonly to: number;
  readonly ms: number;
}

/** What was under way, and when. */
export interface Sent {
  readonly request: Request;
  readonly from: number;
  to: number;
}

export interface Stall {
  readonly request: Request;
  readonly ms: number;
}

/** As told by `tell-stalls.ts`. */
export const readPauses = (file: string, longerThanMs = 0): readonly Pause[] =>
  (existsSync(file) ? readFileSync(file, 'utf8') : '')
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [from = 0, to = 0, ms = 0] = line.split(' ').map(Number);
      return { from, to, ms };
    })
    .filter(({ ms }) => ms > longerThanMs);

const TRIES = 3;
const MOST = 60;
/** A pause is told when it is over: after the answer, if the request was the cause. */
const NEWS_MS = 50;

/** A first time may have compiled something, and a collection of garbage may have come in between: what counts is what happens again. */
export async function findStalls(
  url: string,
  file: string,
  sent: readonly Sent[],
  agent: Agent,
  limitMs: number,
): Promise<readonly Stall[]> {
  const longest = [...readPauses(file, limitMs)].sort((a, b) => b.ms - a.ms).slice(0, MOST);
  const suspects = new Set(
    sent.filter(({ from, to }) => longest.some((pause) => from <= pause.to && to >= pause.from)).map(({ request }) => request),
  );
  const found: Stall[] = [];
  for (const request of suspects) {
    const { ms } = await leastStall(file, () => send(url, request, agent).catch(() => undefined), limitMs);
    if (ms > limitMs) found.push({ request, ms });
  }
  return found;
}

/** The first answer, and the shortest of the longest stalls: it is asked again as long as they are too long. */
export async function leastStall<T>(
  file: string,
  work: () => Promise<T>,
  limitMs: number,
): Promise<{ readonly answer: T; readonly ms: number }> {
  const first = await stallDuring(file, work);
  let { ms } = first;
  for (let i = 1; i < TRIES && ms > limitMs; i += 1) ms = Math.min(ms, (await stallDuring(file, work)).ms);
  return { answer: first.answer, ms };
}

async function stallDuring<T>(file: string, work: () => Promise<T>): Promise<{ readonly answer: T; readonly ms: number }> {
  const before = readPauses(file).length;
  const answer = await work();
  await wait(NEWS_MS);
  return {
    answer,
    ms: Math.max(
      0,
      ...readPauses(file)
        .slice(before)
        .map(({ ms }) => ms),
    ),
  };
}
