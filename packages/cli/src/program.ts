/** The command line: its words, flags and help. */
import { Command, Option } from 'commander';
import { errorInTitles } from './api/in-titles.ts';
import { registrations } from './commands/commands.ts';
import { clientVersion } from './commands/version.ts';
import type { Exit } from './exit.ts';
import type { Io } from './io.ts';
import { type Globals, openSession, type Session } from './session.ts';
import { styleFor } from './terminal/style.ts';

/** What a command file needs to register itself. */
export interface Registrar {
  readonly io: Io;
  /** A command of this name with the flags that all have, such as `tree <kind/name>`. */
  command(usage: string, about: string, examples: readonly string[]): Command;
  /** Runs the work in a session; what it answers is how the command ends. */
  action<Args extends readonly unknown[]>(
    work: (session: Session, ...args: Args) => Promise<Exit | void>,
  ): (...args: [...Args, Command]) => Promise<void>;
  /** The same for what needs no server. */
  local<Args extends readonly unknown[]>(
    work: (globals: Globals, ...args: Args) => Promise<Exit | void>,
  ): (...args: [...Args, Command]) => Promise<void>;
}

export function programFor(io: Io): { readonly program: Command; readonly ending: () => Exit } {
  let exit: Exit = 'done';
  const program = new Command('ectropy')
    .description('Declare what should exist; Ectropy plans it, makes it so, and keeps it so.')
    .addOption(new Option('--server <url>', 'the server (ECTROPY_SERVER)'))
    .addOption(new Option('--context <name>', 'the context of the configuration to use (ECTROPY_CONTEXT)'))
    .addOption(new Option('-n, --project <name>', 'the project to work in (ECTROPY_PROJECT)'))
    .addOption(new Option('--color <when>', 'colours in what is shown').choices(['auto', 'always', 'never']).default('auto'))
    .addOption(new Option('--no-color', 'the same as --color never; NO_COLOR in the environment does it too'))
    .option('-q, --quiet', 'say nothing but data and errors')
    .configureHelp({ showGlobalOptions: true, sortSubcommands: false })
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      outputError: (text, write) => write(errorLine(text, io)),
    })
    .helpOption('-h, --help', 'show this help')
    .version(clientVersion(), '-V, --version', 'print the version of this command')
    .helpCommand(false)
    .showSuggestionAfterError(true)
    .exitOverride();
  const globals = (): Globals => {
    const { color, ...others } = program.opts<Omit<Globals, 'color'> & { readonly color?: string | false }>();
    return { ...others, color: color === false ? 'never' : ((color as Globals['color']) ?? 'auto') };
  };
  const ends = async (work: Promise<Exit | void>): Promise<void> => {
    exit = (await work) ?? 'done';
  };
  /** Commander hands over itself behind the arguments and flags. */
  const bound =
    <Args extends readonly unknown[]>(work: (args: Args) => Promise<Exit | void>) =>
    (...args: [...Args, Command]): Promise<void> =>
      ends(work(args.slice(0, -1) as unknown as Args));
  const registrar: Registrar = {
    io,
    command: (usage, about, examples) => {
      const command = program.command(usage).description(about).exitOverride();
      return examples.length === 0
        ? command
        : command.addHelpText('after', `\nExamples:\n${examples.map((line) => `  $ ${line}`).join('\n')}\n`);
    },
    action: (work) =>
      bound(async (args) => {
        const session = openSession(io, globals());
        try {
          return await work(session, ...args);
        } catch (error) {
          throw await errorInTitles(error, session);
        }
      }),
    local: (work) => bound((args) => work(globals(), ...args)),
  };
  for (const register of registrations) register(registrar);
  return { program, ending: () => exit };
}

/** In the form that all errors have. */
function errorLine(text: string, io: Io): string {
  const style = styleFor(io.stderr, io);
  const [first = '', ...more] = text
    .replace(/^error: /, '')
    .trimEnd()
    .split('\n');
  return `${style('red', 'error:')} ${first}\n${more.map((line) => `       ${style('dim', line.replace(/^\((.*)\)$/, '$1'))}\n`).join('')}`;
}
