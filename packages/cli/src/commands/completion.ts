import { Argument } from 'commander';
import { complete, type Completion } from '../completion/candidates.ts';
import { scripts } from '../completion/scripts.ts';
import type { Registrar } from '../program.ts';
import { oneLine } from '../terminal/printable.ts';

/** Whoever waits for a word does not wait longer. */
const WITHIN_MS = 2_000;

export function registerCompletion({ io, command, local }: Registrar): void {
  const completion = command('completion', 'print the script that completes words in your shell', [
    'source <(ectropy completion bash)   # in ~/.bashrc',
    'source <(ectropy completion zsh)    # in ~/.zshrc, behind compinit',
    'ectropy completion fish | source    # in ~/.config/fish/config.fish',
  ]).addArgument(new Argument('<shell>', 'which one').choices(Object.keys(scripts)));
  completion.action(local(async (_, shell: keyof typeof scripts) => io.stdout.write(scripts[shell])));

  const program = completion.parent ?? completion;
  program
    .command('__complete [words...]', { hidden: true })
    .action(
      local(async (globals, words: readonly string[]) => io.stdout.write(textOf(await quietly(complete(program, words, io, globals))))),
    );
}

/** A word that cannot be completed is no reason to disturb whoever types. */
function quietly(work: Promise<Completion>): Promise<Completion> {
  const none: Completion = { candidates: [] };
  const { promise: late, resolve } = Promise.withResolvers<Completion>();
  const timer = setTimeout(() => resolve(none), WITHIN_MS);
  return Promise.race([work.catch(() => none), late]).finally(() => clearTimeout(timer));
}

const textOf = (completion: Completion): string =>
  'files' in completion
    ? ':files\n'
    : completion.candidates.map(({ word, about = '' }) => `${oneLine(word)}${about === '' ? '' : `\t${oneLine(about)}`}\n`).join('');
