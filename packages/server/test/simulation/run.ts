/** Many seeds on all cores. */
import { Worker } from 'node:worker_threads';
import { add, nothing, type Tally } from './tally.ts';

export interface Span {
  readonly from: number;
  readonly seeds: number;
  readonly threads: number;
}

/** Ends with the first failure that any of the threads has met. */
export async function run({ from, seeds, threads }: Span, progress: (tally: Tally) => void = () => undefined): Promise<Tally> {
  let tally = nothing;
  const workers = Array.from({ length: threads }, (_, i) => ({ from: from + i, to: from + seeds, step: threads })).map(
    (workerData) => new Worker(new URL('./part.ts', import.meta.url), { workerData }),
  );
  const stop = (): void => workers.forEach((worker) => void worker.terminate());
  const ended = workers.map(
    (worker) =>
      new Promise<void>((resolve, reject) => {
        worker.on('error', reject);
        worker.on('exit', () => resolve());
        worker.on('message', (part: Tally) => {
          tally = add(tally, part);
          progress(tally);
          if (tally.failures.length > 0) stop();
        });
      }),
  );
  try {
    await Promise.all(ended);
  } finally {
    stop();
  }
  return tally;
}
