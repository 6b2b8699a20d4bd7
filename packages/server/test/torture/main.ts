/** `npm run torture`: flags in, a table and a file out, and an exit code that says whether all laws held. */
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { helpText, readFlags, type TorturePlan } from './plan.ts';
import { progressLine, reportJson, reportText } from './report.ts';
import { torture } from './run.ts';

const EXIT_USAGE = 3;
const results = new URL('./results/', import.meta.url);
const SELDOM = 10;

/** On a terminal one line that changes, elsewhere one now and then. */
function teller(): (text: string) => void {
  let count = 0;
  return (text) => {
    count += 1;
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
    else if (count % SELDOM === 0) process.stderr.write(`${text}\n`);
  };
}

async function run(plan: TorturePlan): Promise<number> {
  const tell = teller();
  const outcome = await torture(plan, (progress) => tell(progressLine(progress)));
  process.stdout.write(`\n${reportText(outcome)}`);
  await mkdir(results, { recursive: true });
  await writeFile(new URL('torture.json', results), reportJson(outcome));
  if (outcome.violations.length === 0) return 0;
  await writeFile(new URL('history.json', results), JSON.stringify(outcome.history));
  process.stdout.write(`The whole history is in ${fileURLToPath(new URL('history.json', results))}\n`);
  return 1;
}

const read = readFlags(process.argv.slice(2));
if ('help' in read) process.stdout.write(helpText);
else if ('problem' in read) process.stderr.write(`error: ${read.problem}\n`);
// Clients that wait for what will never come are left behind.
process.exit('plan' in read ? await run(read.plan) : 'help' in read ? 0 : EXIT_USAGE);
