/** Every transcript in scenarios/ is what the product really does. `UPDATE=1` writes down what it does now. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { missingFor } from './scenario/blocks.ts';
import { play } from './scenario/play.ts';
import { comparable, redact } from './scenario/redact.ts';
import { openStage, root } from './scenario/stage.ts';
import { rewritten, shownOutput, stepsOf } from './scenario/transcript.ts';

const update = process.env.UPDATE !== undefined && process.env.UPDATE !== '';
const all = globSync('*.txt', { cwd: join(root, 'scenarios') }).sort();
const missing = (name: string): string | undefined =>
  missingFor(stepsOf(readFileSync(join(root, 'scenarios', name), 'utf8')).map(({ command }) => command));
const names = all.filter((name) => missing(name) === undefined);

test.skip.for(all.filter((name) => !names.includes(name)))('%s needs a tool that is not here', () => undefined);

test.concurrent.for(names)('%s', { timeout: 300_000 }, (name) => inTurn(() => check(join(root, 'scenarios', name))));

async function check(path: string): Promise<void> {
  const text = readFileSync(path, 'utf8');
  await using stage = await openStage();
  const misfits = (await play(text, stage, { goOn: update })).filter(({ fits }) => !fits);
  if (update) {
    const outputs = new Map(misfits.map(({ step, ran }) => [step, shownOutput(ran.lines, ran.exit).map(redact)]));
    writeFileSync(path, rewritten(text, outputs));
    return;
  }
  for (const { step, ran } of misfits)
    expect(comparable(shownOutput(ran.lines, ran.exit)), `$ ${step.command}`).toEqual(comparable(shownOutput(step.expected, step.exit)));
}

/** Two at a time: a stage is a server, a database, a cloud and a command. */
const lanes: Promise<void>[] = [Promise.resolve(), Promise.resolve()];
let taken = 0;

function inTurn(work: () => Promise<void>): Promise<void> {
  const lane = taken++ % lanes.length;
  const done = (lanes[lane] ?? Promise.resolve()).then(work);
  lanes[lane] = done.catch(() => undefined);
  return done;
}
