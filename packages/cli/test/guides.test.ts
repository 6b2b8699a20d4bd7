/** Every block of the README and of the guides is run, compared, or type-checked. */
import { execFile } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { freshDatabase } from '../../server/src/testing/databases.ts';
import { commandsOf, type Fence, fencesOf } from './scenario/fences.ts';
import { play } from './scenario/play.ts';
import { comparable, redact } from './scenario/redact.ts';
import { openStage, root, type Stage } from './scenario/stage.ts';
import { rewritten, shownOutput } from './scenario/transcript.ts';

const update = process.env.UPDATE !== undefined && process.env.UPDATE !== '';
const documents = ['README.md', ...globSync(['docs/*.md', 'docs/guides/*.md'], { cwd: root }).sort()];
const run = promisify(execFile);

/** Pictures and outputs of tools are shown, not run. */
const shown = new Set(['', 'text']);
const players: Readonly<Record<string, (fence: Fence, stage: Stage) => Promise<string>>> = {
  console: transcript,
  sh: script,
  ts: source,
  yaml: file,
  json: file,
};

describe.each(documents)('%s', (name) => {
  test('does what it says', { timeout: 300_000 }, async () => {
    const path = join(root, name);
    let markdown = readFileSync(path, 'utf8');
    const fences = fencesOf(markdown).filter(({ language }) => !shown.has(language));
    if (fences.length === 0) return;
    await using opened = new AsyncDisposableStack();
    const database = markdown.includes('DATABASE_URL') ? opened.adopt(await freshDatabase(), (one) => one.drop()) : undefined;
    const stage = opened.use(await openStage(database ? { DATABASE_URL: database.connection.connectionString } : {}));
    for (const fence of fences) {
      const player = players[fence.language];
      if (!player) throw new Error(`${name}:${fence.line}: nothing here can check a block of ${fence.language}`);
      const text = await player(fence, stage);
      if (update && text !== fence.text) markdown = markdown.replace(fence.text, text);
    }
    if (update) writeFileSync(path, markdown);
  });
});

async function transcript({ text }: Fence, stage: Stage): Promise<string> {
  const misfits = (await play(text, stage, { goOn: update })).filter(({ fits }) => !fits);
  if (update) return rewritten(text, new Map(misfits.map(({ step, ran }) => [step, shownOutput(ran.lines, ran.exit).map(redact)])));
  for (const { step, ran } of misfits)
    expect(comparable(shownOutput(ran.lines, ran.exit)), `$ ${step.command}`).toEqual(comparable(shownOutput(step.expected, step.exit)));
  return text;
}

async function script({ text, line }: Fence, stage: Stage): Promise<string> {
  for (const command of commandsOf(text)) {
    const { exit, lines } = await stage.run(command);
    expect(exit, `line ${line}: ${command}\n${lines.join('\n')}`).toBe(0);
  }
  return text;
}

async function file({ title, text, line }: Fence, stage: Stage): Promise<string> {
  if (title === undefined) throw new Error(`line ${line}: give the block a title=FILE and use it, or make it text`);
  await mkdir(dirname(join(stage.dir, title)), { recursive: true });
  await writeFile(join(stage.dir, title), `${text}\n`);
  return text;
}

/** Compiled with the options of the project, beside what the document has written before it. */
async function source(fence: Fence, stage: Stage): Promise<string> {
  await file(fence, stage);
  await symlink(join(root, 'node_modules'), join(stage.dir, 'node_modules')).catch(() => undefined);
  const compilerOptions = {
    rootDir: '/',
    types: ['node'],
    noEmit: true,
    composite: false,
    rewriteRelativeImportExtensions: false,
    allowImportingTsExtensions: true,
  };
  await writeFile(join(stage.dir, 'package.json'), '{"type":"module"}');
  await writeFile(
    join(stage.dir, 'tsconfig.json'),
    JSON.stringify({ extends: join(root, 'tsconfig.base.json'), compilerOptions, include: ['*.ts'] }),
  );
  await run(process.execPath, [join(root, 'node_modules/.bin/tsc'), '-p', stage.dir]).catch((error: { stdout?: string }) => {
    throw new Error(`line ${fence.line}: ${error.stdout}`);
  });
  return fence.text;
}
