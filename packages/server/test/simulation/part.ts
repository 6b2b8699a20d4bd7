/** A thread with its share of the seeds. It ends at its first failure: the others may go on. */
import { parentPort, workerData } from 'node:worker_threads';
import { simulate } from './simulate.ts';
import { add, nothing, type Tally, tallyOf } from './tally.ts';

const REPORT_EVERY = 25;
const { from, to, step } = workerData as { readonly from: number; readonly to: number; readonly step: number };

Error.stackTraceLimit = 0; // most errors here are answers, and nobody reads where they came from
const tell = (tally: Tally): void => parentPort?.postMessage(tally, []);
let tally = nothing;
for (let seed = from; seed < to && tally.failures.length === 0; seed += step) {
  tally = add(tally, tallyOf(await simulate(seed)));
  if (tally.seeds < REPORT_EVERY) continue;
  tell(tally);
  tally = nothing;
}
tell(tally);
