/** `npm run simulate -- --seeds 5000 --from 1`, or one seed with its history: `npm run simulate -- --seed 77 --verbose`. */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { digestOf, lineOf } from './history.ts';
import { run } from './run.ts';
import { seeds as known } from './seeds.ts';
import { simulate } from './simulate.ts';
import { missing, type Tally } from './tally.ts';
import { faults } from './weather.ts';

const TAIL = 60;

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '5000' },
    from: { type: 'string', default: '1' },
    threads: { type: 'string', default: String(availableParallelism()) },
    seed: { type: 'string' },
    verbose: { type: 'boolean', default: false },
    /** Prints nothing but what tells two histories apart. */
    digest: { type: 'boolean', default: false },
  },
});

function whole(name: 'seeds' | 'from' | 'threads' | 'seed', least: number): number {
  const value = Number(values[name]);
  if (Number.isSafeInteger(value) && value >= least) return value;
  console.error(`--${name} must be a whole number from ${least} on (got ${values[name]})`);
  process.exit(2);
}

process.exitCode = values.seed === undefined ? await many() : await one(whole('seed', 0));

async function one(seed: number): Promise<number> {
  const { violation, history, events, virtualMs } = await simulate(seed, { recording: true });
  if (values.digest) {
    console.log(digestOf(history));
    return 0;
  }
  for (const happened of values.verbose || !violation ? history : history.slice(-TAIL))
    if (values.verbose || violation) console.log(lineOf(happened));
  console.log(`seed ${seed}: ${events} events in ${Math.round(virtualMs / 1_000)} s of its own time`);
  if (violation) console.log(`seed ${seed} violates ${violation.message}`);
  return violation ? 1 : 0;
}

async function many(): Promise<number> {
  const began = performance.now();
  for (const { seed } of known) if ((await simulate(seed)).violation) return failed(seed);
  const tally = await run({ from: whole('from', 0), seeds: whole('seeds', 1), threads: whole('threads', 1) });
  report(tally, performance.now() - began);
  const [failure] = tally.failures;
  if (failure) return failed(failure.seed);
  const never = missing(tally);
  if (never.length > 0) console.log(`never happened: ${never.join(', ')}`);
  return never.length > 0 ? 1 : 0;
}

async function failed(seed: number): Promise<number> {
  const { violation, history } = await simulate(seed, { recording: true });
  for (const happened of history.slice(-TAIL)) console.log(lineOf(happened));
  console.log(`\nseed ${seed} violates ${violation?.message ?? 'nothing when it is run again: something is not deterministic'}`);
  console.log(`replay: npm run simulate -- --seed ${seed} --verbose`);
  return 1;
}

function report({ seeds, events, virtualMs, faults: struck, failures }: Tally, ms: number): void {
  console.log(
    `${seeds} seeds, ${events} events, ${(virtualMs / 3_600_000).toFixed(1)} hours of their own time in ${(ms / 1_000).toFixed(1)} s; ${failures.length} failed`,
  );
  for (const fault of faults) console.log(`  ${String(struck[fault] ?? 0).padStart(8)}  ${fault}`);
}
