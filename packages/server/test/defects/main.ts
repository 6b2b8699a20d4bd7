/** `npm run defects [-- --only <name>] [--harness torture|simulation]`: each defect alone, with the run that must notice it; and once with none. */
import { parseArgs } from 'node:util';
import { type Defect, seeds, torture } from './defect.ts';
import { defectNamed, defects } from './defects.ts';
import { type Harness, harnesses, type Ran, runHarness } from './harness.ts';

const CLEAN = { torture: torture('worker', 4), simulation: seeds(300) } as const satisfies Record<Harness, readonly string[]>;

const { values } = parseArgs({ options: { only: { type: 'string', multiple: true }, harness: { type: 'string', multiple: true } } });
const chosen = values.only?.map(defectNamed) ?? defects;
const used = harnesses.filter((harness) => values.harness?.includes(harness) ?? true);

const row = (...words: readonly string[]): string => words.map((word, i) => word.padEnd([32, 5, 12, 9, 14, 8][i] ?? 0)).join('');
const tell = (name: string, law: string, harness: Harness, ran: Ran, wanted: Ran['type']): boolean => {
  console.log(
    row(name, law, harness, ran.type === wanted ? ran.type : ran.type.toUpperCase(), ran.after, `${Math.round(ran.seconds)} s`, ran.text),
  );
  return ran.type === wanted;
};

console.log(row('defect', 'law', 'harness', 'verdict', 'after', 'time', 'what was noticed first'));
let good = true;
for (const harness of used) good = tell('(none)', '', harness, await runHarness(harness, CLEAN[harness]), 'passed') && good;
for (const defect of chosen) for (const harness of used) good = (await trial(defect, harness)) && good;
console.log(good ? '\nEach was caught, and nothing else was.' : '\nSomething escaped, or was seen where nothing is.');
process.exitCode = good ? 0 : 1;

async function trial({ name, law, caughtBy }: Defect, harness: Harness): Promise<boolean> {
  const args = caughtBy[harness];
  return args === undefined || tell(name, law, harness, await runHarness(harness, args, name), 'caught');
}
