/** The commands of `ectropy`, from the program itself. */
import type { Argument, Command, Option } from 'commander';
import { environment } from '../../packages/cli/src/config/settings.ts';
import { exits } from '../../packages/cli/src/exit.ts';
import type { Io } from '../../packages/cli/src/io.ts';
import { programFor } from '../../packages/cli/src/program.ts';
import { code, link, prose, sentence, table } from './markdown.ts';

const nowhere = { write: () => undefined, isTty: false, columns: 100, rows: 40 };
const io: Io = {
  argv: [],
  env: {},
  cwd: '/',
  stdin: { isTty: false, readAll: async () => new Uint8Array(), readLine: async () => undefined },
  stdout: nowhere,
  stderr: nowhere,
  now: () => 0,
  newId: () => '',
  onInterrupt: () => () => undefined,
};

/** What reads its flags itself tells them elsewhere. */
const elsewhere: Readonly<Record<string, string>> = {
  serve: 'Its flags are the [settings](settings.md).',
  migrate: 'Its flags are the [settings](settings.md), too.',
  'cloud-sim': 'Its flags are in [its own README](../../packages/cloud-sim/README.md).',
};

export function commandsReference(): string {
  const { program } = programFor(io);
  const commands = program.commands.filter((command) => !isHidden(command));
  return [
    '# Commands',
    '',
    'Written by `npm run reference` from the program itself; `ectropy help COMMAND` shows the same. Data goes to standard output, everything else to standard error.',
    '',
    table(
      ['Command', 'What it does'],
      commands.map((command) => [link(command.name()), sentence(command.description())]),
    ),
    '## Flags of all commands',
    '',
    flags(program),
    ...commands.map((command) => section(command, '##', '')),
    '## Environment',
    '',
    table(
      ['Variable', 'Meaning'],
      Object.entries(environment).map(([name, about]) => [code(name), prose(about)]),
    ),
    '## Exit codes',
    '',
    'A contract: scripts can rely on them.',
    '',
    table(
      ['Code', 'Meaning'],
      Object.values(exits).map(({ code: number, about }) => [String(number), prose(about)]),
    ),
  ].join('\n');
}

const isHidden = (command: Command): boolean => command.name().startsWith('_') || command.name() === 'help';

function section(command: Command, level: string, parent: string): string {
  const name = `${parent}${command.name()}`;
  const below = command.commands.filter((sub) => !isHidden(sub)).map((sub) => section(sub, `${level}#`, `${name} `));
  return [
    `${level} ${name}`,
    '',
    [sentence(command.description()), elsewhere[name] ?? ''].join(' ').trim(),
    '',
    ...usageOf(command, name),
    ...argumentsOf(command),
    ...(shownOptions(command).length > 0 ? [flags(command)] : []),
    ...below,
  ].join('\n');
}

/** How it is called, and the examples that stand behind the help. */
function usageOf(command: Command, name: string): readonly string[] {
  let text = '';
  command.configureOutput({ writeOut: (more) => (text += more) }).outputHelp();
  const [, examples = ''] = /\nExamples:\n([\s\S]*)$/.exec(text) ?? [];
  const lines = examples.replaceAll(/^ {2}\$ /gm, '').trimEnd();
  return ['```sh', `ectropy ${name} ${command.usage()}`, ...(lines === '' ? [] : ['', lines]), '```', ''];
}

function argumentsOf({ registeredArguments }: Command): readonly string[] {
  const told = registeredArguments.filter(({ description }) => description !== '');
  if (told.length === 0) return [];
  return [
    table(
      ['Argument', 'Meaning'],
      told.map((one) => [code(one.name()), withChoices(one)]),
    ),
  ];
}

const shownOptions = (command: Command): readonly Option[] => command.options.filter(({ hidden }) => !hidden);

const flags = (command: Command): string =>
  table(
    ['Flag', 'Meaning', 'Default'],
    shownOptions(command).map((option) => [code(option.flags), withChoices(option), defaultOf(option)]),
  );

const withChoices = ({ description, argChoices }: Argument | Option): string =>
  `${prose(description)}${argChoices ? `: ${argChoices.map(code).join(', ')}` : ''}`;

/** What is there or not is off by default, and its words say so where it is not. */
const defaultOf = ({ defaultValue }: Option): string =>
  defaultValue === undefined || defaultValue === true ? '' : code(String(defaultValue));
