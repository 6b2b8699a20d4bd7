import type { JsonObject } from '@ectropy/sdk';
import { ProblemError } from '@ectropy/sdk';
import { asValue, configPath, type ConfigFile, readConfig, writeConfig } from '../config/file.ts';
import { checkServer, contextCalled, settle } from '../config/settings.ts';
import type { Exit } from '../exit.ts';
import type { Io } from '../io.ts';
import { asData } from '../output/data.ts';
import { table } from '../output/table.ts';
import type { Registrar } from '../program.ts';
import type { Globals } from '../session.ts';
import { styleFor } from '../terminal/style.ts';

interface ViewFlags {
  readonly showOrigin?: boolean;
  readonly output: string;
}

/** A context is a name for a server and a project. */
export function registerConfig({ io, command, local }: Registrar): void {
  const config = command('config', 'contexts: names for servers and projects', [
    'ectropy config set-context lab --server http://127.0.0.1:9000 --project shop',
    'ectropy config use-context lab',
    'ectropy config view --show-origin   # where each value comes from',
  ]);
  config
    .command('view')
    .description('show the configuration file, or what is in force')
    .option('--show-origin', 'what is in force now, and where each value comes from')
    .option('-o, --output <format>', 'table, json or yaml', 'table')
    .action(local((globals, flags: ViewFlags) => view(globals, flags, io)));
  config
    .command('path')
    .description('print where the configuration file is')
    .action(local(async () => print(configPath(io.env), io)));
  config
    .command('get-contexts')
    .description('list the contexts')
    .option('-o, --output <format>', 'table, name, json or yaml', 'table')
    .action(local((globals, { output }: ViewFlags) => getContexts(globals, output, io)));
  config
    .command('current-context')
    .description('print the context in use')
    .action(local((globals) => currentContext(globals, io)));
  config
    .command('use-context <name>')
    .description('use this context from now on')
    .action(local((_, name: string) => useContext(name, io)));
  config
    .command('set-context <name>')
    .description('make or change a context, with --server and --project')
    .action(local((globals, name: string) => setContext(name, globals, io)));
  config
    .command('delete-context <name>')
    .description('forget a context')
    .action(local((_, name: string) => deleteContext(name, io)));
}

const load = ({ env }: Io): ConfigFile => readConfig(configPath(env));
const print = (text: string, { stdout }: Io): void => stdout.write(`${text}\n`);
const say = (text: string, { stderr }: Io): void => stderr.write(`${text}\n`);

async function view(globals: Globals, { showOrigin, output }: ViewFlags, io: Io): Promise<Exit> {
  const config = load(io);
  if (!showOrigin) {
    io.stdout.write(asData(asValue(config), output === 'table' ? 'yaml' : output) ?? '');
    return 'done';
  }
  const { server, project, context } = settle(globals, io.env, config);
  const settings: JsonObject = { ...(context && { context: { ...context } }), server: { ...server }, project: { ...project } };
  const rows = Object.entries({ context, server, project }).flatMap(([name, setting]) =>
    setting ? [[name, setting.value, setting.origin]] : [],
  );
  const shown = table(['Setting', 'Value', 'Origin'], rows, { style: styleFor(io.stdout, io, globals.color), headers: true });
  io.stdout.write(asData(settings, output) ?? `${shown}\n`);
  return 'done';
}

async function getContexts(globals: Globals, output: string, io: Io): Promise<Exit> {
  const config = load(io);
  const data = asData(asValue(config).contexts ?? [], output);
  const current = globals.context ?? (io.env.ECTROPY_CONTEXT || config.current);
  if (data !== undefined) io.stdout.write(data);
  else if (output === 'name') io.stdout.write(config.contexts.map(({ name }) => `${name}\n`).join(''));
  else if (config.contexts.length === 0) say('There are no contexts. Make one with: ectropy config set-context NAME --server URL', io);
  else {
    const rows = config.contexts.map(({ name, server = '', project = '' }) => [name === current ? '*' : '-', name, server, project]);
    print(table(['Current', 'Name', 'Server', 'Project'], rows, { style: styleFor(io.stdout, io, globals.color), headers: true }), io);
  }
  return 'done';
}

async function currentContext(globals: Globals, io: Io): Promise<Exit> {
  const { context } = settle(globals, io.env, load(io));
  if (!context)
    throw new ProblemError({
      code: 'not_found',
      message: 'no context is in use',
      hint: 'choose one with: ectropy config use-context NAME',
    });
  print(context.value, io);
  return 'done';
}

async function useContext(name: string, io: Io): Promise<Exit> {
  const config = load(io);
  contextCalled(name, config.contexts);
  writeConfig({ ...config, current: name });
  say(`${name} is the context in use.`, io);
  return 'done';
}

async function setContext(name: string, { server, project }: Globals, io: Io): Promise<Exit> {
  if (!/^[\w][\w.@:-]{0,252}$/.test(name))
    throw new ProblemError({
      code: 'invalid',
      message: `${JSON.stringify(name)} is no name for a context`,
      hint: 'use letters, digits and . _ - @ :, beginning with a letter or a digit',
    });
  if (server !== undefined) checkServer({ value: server, origin: '--server' });
  const config = load(io);
  const before = config.contexts.find((context) => context.name === name);
  if (!before && server === undefined && project === undefined)
    throw new ProblemError({ code: 'invalid', message: `context ${name} would say nothing`, hint: 'give --server or --project' });
  const after = { ...before, name, ...(server !== undefined && { server }), ...(project !== undefined && { project }) };
  const contexts = before ? config.contexts.map((context) => (context === before ? after : context)) : [...config.contexts, after];
  writeConfig({ ...config, contexts });
  say(
    `Context ${name} is ${before ? 'changed' : 'made'}.${config.current === name ? '' : ` Use it with: ectropy config use-context ${name}`}`,
    io,
  );
  return 'done';
}

async function deleteContext(name: string, io: Io): Promise<Exit> {
  const { current, ...config } = load(io);
  const gone = contextCalled(name, config.contexts);
  const contexts = config.contexts.filter((context) => context !== gone);
  writeConfig({ ...config, contexts, ...(current !== undefined && current !== name && { current }) });
  say(`Context ${name} is forgotten.${current === name ? ' No context is in use now.' : ''}`, io);
  return 'done';
}
