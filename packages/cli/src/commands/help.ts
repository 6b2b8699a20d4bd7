import type { Command } from 'commander';
import { ProblemError } from '@ectropy/sdk';
import { suggest } from '@ectropy/server/client';
import { environment } from '../config/settings.ts';
import { exits } from '../exit.ts';
import type { Registrar } from '../program.ts';

const exitCodes = (): string => {
  const lines = Object.values(exits).map(({ code, about }) => `  ${String(code).padStart(3)}  ${about}`);
  return `What a command ends with. Scripts can rely on it.\n\n${lines.join('\n')}\n`;
};

const variables = (): string => {
  const width = Math.max(...Object.keys(environment).map((name) => name.length));
  const lines = Object.entries(environment).map(([name, about]) => `  ${name.padEnd(width)}  ${about}`);
  return `What the command reads from its environment.\n\n${lines.join('\n')}\n`;
};

/** What is not about one command. */
export const topics: Readonly<Record<string, { readonly about: string; readonly text: () => string }>> = {
  'exit-codes': { about: 'what a command ends with', text: exitCodes },
  environment: { about: 'the variables that the command reads', text: variables },
};

export function registerHelp({ io, command, local }: Registrar): void {
  const help: Command = command('help [words...]', 'show the help of a command, or of: exit-codes, environment', [
    'ectropy help apply',
    'ectropy help exit-codes',
  ]);
  help.action(
    local(async (_, words: readonly string[]) => {
      const topic = Object.hasOwn(topics, words[0] ?? '') ? topics[words[0] ?? ''] : undefined;
      if (topic && words.length === 1) io.stdout.write(topic.text());
      else commandOf(words, help.parent ?? help).outputHelp();
    }),
  );
}

function commandOf(words: readonly string[], root: Command): Command {
  let found = root;
  for (const word of words) {
    const next = found.commands.find((one) => one.name() === word || one.aliases().includes(word));
    if (!next) throw unknown(words, found, found === root ? Object.keys(topics) : []);
    found = next;
  }
  return found;
}

function unknown(words: readonly string[], at: Command, more: readonly string[]): ProblemError {
  const near = suggest(words.at(-1) ?? '', [...at.commands.map((one) => one.name()).filter((name) => !name.startsWith('_')), ...more]);
  return new ProblemError({
    code: 'invalid',
    message: `there is no help about ${JSON.stringify(words.join(' '))}${near === undefined ? '' : `; did you mean ${near}?`}`,
    hint: 'see `ectropy help`',
  });
}
