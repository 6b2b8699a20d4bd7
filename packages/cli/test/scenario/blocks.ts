/** The fenced blocks of a document, each played by what it is: compared, run, written, or compiled. */
import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { commandsOf, type Fence } from './fences.ts';
import { play } from './play.ts';
import { comparable, redact } from './redact.ts';
import { root, type Stage } from './stage.ts';
import { rewritten, shownOutput, stepsOf } from './transcript.ts';

const run = promisify(execFile);

/** Pictures and outputs of tools are shown, not run. */
const shown = new Set(['', 'text']);
type Player = (fence: Fence, stage: Stage, update: boolean) => Promise<string>;
const players: Readonly<Record<string, Player>> = { console: transcript, sh: script, ts: source, yaml: file, json: file };

export const isPlayed = ({ language }: Fence): boolean => !shown.has(language);

/** What it says afterwards: another text only where it is to be rewritten. */
export async function playBlock(fence: Fence, stage: Stage, update = false): Promise<string> {
  const player = players[fence.language];
  if (!player) throw new Error(`line ${fence.line}: nothing here can check a block of ${fence.language}`);
  return player(fence, stage, update);
}

async function transcript({ text, line }: Fence, stage: Stage, update: boolean): Promise<string> {
  const misfits = (await play(text, stage, { goOn: update })).filter(({ fits }) => !fits);
  if (update) return rewritten(text, new Map(misfits.map(({ step, ran }) => [step, shownOutput(ran.lines, ran.exit).map(redact)])));
  for (const { step, ran } of misfits)
    expect(comparable(shownOutput(ran.lines, ran.exit)), `line ${line + step.from - 1}: $ ${step.command}`).toEqual(
      comparable(shownOutput(step.expected, step.exit)),
    );
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

const compilerOptions = {
  rootDir: '/',
  types: ['node'],
  noEmit: true,
  composite: false,
  rewriteRelativeImportExtensions: false,
  allowImportingTsExtensions: true,
};

/** Compiled with the options of the project, beside what the document has written before it. */
async function source(fence: Fence, stage: Stage): Promise<string> {
  await file(fence, stage);
  await symlink(join(root, 'node_modules'), join(stage.dir, 'node_modules')).catch(() => undefined);
  await writeFile(join(stage.dir, 'package.json'), '{"type":"module"}');
  const config = { extends: join(root, 'tsconfig.base.json'), compilerOptions, include: ['*.ts'] };
  await writeFile(join(stage.dir, 'tsconfig.json'), JSON.stringify(config));
  await run(process.execPath, [join(root, 'node_modules/.bin/tsc'), '-p', stage.dir]).catch((error: { stdout?: string }) => {
    throw new Error(`line ${fence.line}: ${error.stdout}`);
  });
  return fence.text;
}

/** Files that a document writes and then forgets. */
export const unusedFiles = (fences: readonly Fence[]): readonly string[] =>
  fences.flatMap(({ title }, i) =>
    title === undefined || fences.slice(i + 1).some(({ text }) => text.includes(title.replace(/^.*\//, ''))) ? [] : [title],
  );

const tools = ['kubectl', 'curl'];

/** The tool that a block calls and that is not on this machine; such a block is left out. */
export function missingTool({ language, text }: Fence, path = process.env.PATH ?? ''): string | undefined {
  const commands = language === 'console' ? stepsOf(text).map(({ command }) => command) : language === 'sh' ? commandsOf(text) : [];
  return missingFor(commands, path);
}

/** The same of commands. */
export const missingFor = (commands: readonly string[], path = process.env.PATH ?? ''): string | undefined =>
  tools.find((tool) => commands.some((command) => callsIn(command).includes(tool)) && !isInstalled(tool, path));

/** The first word of each part of a pipe or a list. */
const callsIn = (command: string): readonly string[] => command.split(/\||&&|;|\$\(/).map((part) => part.trim().split(/\s+/)[0] ?? '');

export const isInstalled = (tool: string, path = process.env.PATH ?? ''): boolean =>
  path.split(delimiter).some((folder) => isProgram(join(folder, tool)));

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
