/** Sends many requests, good and bad, over many connections at once, and looks at every answer. */
import type { Coverage, Gap } from './coverage.ts';
import { type Random, randomFrom } from './random.ts';
import type { Request } from './request.ts';
import { openAgent } from './send.ts';
import { findStalls, readPauses } from './stalls.ts';
import { STALL_MS, Trial, type TrialOptions } from './trial.ts';

export interface RunOptions extends Omit<TrialOptions, 'replay'> {
  readonly requests: number;
  readonly seed: number;
  readonly lanes: number;
  /** The next request, by chance alone. */
  readonly make: (random: Random) => Request;
  /** Goes to a route that chance has not found, or not with both outcomes. */
  readonly reach?: (gap: Gap, send: (request: Request) => Promise<void>, random: Random) => Promise<void>;
  /** The words before `--replay`. */
  readonly command: string;
}

export interface FuzzReport {
  readonly statuses: Readonly<Record<string, number>>;
  readonly faults: readonly string[];
  /** At each tenth of the way. */
  readonly residentMb: readonly number[];
  readonly seconds: number;
  /** How often everybody had to wait; what stalls when it is asked again, alone, is a fault. */
  readonly pauses: number;
  /** The longest that the server has worked without a look at others. */
  readonly longestMs: number;
  readonly routes: ReturnType<Coverage['table']>;
  /** Routes that chance alone had not reached. */
  readonly missed: number;
  /** Routes that were not reached at all. */
  readonly gaps: readonly Gap[];
}

export async function run({ requests, seed, lanes, make, reach, command, ...options }: RunOptions): Promise<FuzzReport> {
  const { subject, coverage } = options;
  const random = randomFrom(seed);
  const agent = openAgent(lanes);
  const started = performance.now();
  const since = Date.now(); // a server that starts has nobody to keep waiting
  const replay = (request: string): string => `seed ${seed}; send it again with: ${command} --replay '${request}'`;
  const trial = new Trial({ ...options, replay });
  let left = requests;
  const lane = async (): Promise<void> => {
    while (left > 0 && trial.goesOn) {
      left -= 1;
      await trial.send(make(random), agent);
      if (left > 0 && left % Math.ceil(requests / 10) === 0) trial.weigh();
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  const missed = coverage.gaps();
  for (const gap of reach ? missed : []) if (trial.goesOn) await reach?.(gap, (request) => trial.send(request, agent), random);
  trial.weigh();
  const seconds = (performance.now() - started) / 1000;
  const pauses = readPauses(options.stalls).filter(({ from }) => from >= since);
  const stalls = await findStalls(subject.url, options.stalls, trial.sent, agent, STALL_MS);
  for (const { request, ms } of stalls) trial.note(`held everybody up for ${ms.toFixed(0)} ms`, request);
  agent.destroy();
  return {
    ...trial.report(),
    seconds,
    pauses: pauses.filter(({ ms }) => ms > STALL_MS).length,
    longestMs: pauses.reduce((longest, { ms }) => Math.max(longest, ms), 0),
    routes: coverage.table(),
    missed: missed.length,
    gaps: coverage.gaps(),
  };
}
