/** The server as a process: flags and environment in, signals, exit codes, words for people. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Problem, ProblemError, problemsOf, showPath } from '@ectropy/sdk';
import { buildOf } from './build.ts';
import { loadConfig } from './config/load.ts';
import { helpText } from './config/reference.ts';
import type { Config } from './config/schema.ts';
import { keepHeapSmall } from './heap.ts';
import { migrateStore, startServer } from './server.ts';

export interface Invocation {
  /** What a person types to get here. */
  readonly command: string;
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

/** What a stop may take at most, whatever hangs. */
const STOP_WITHIN_MS = 24_000;
const EXIT_USAGE = 3;
const EXIT_AGAIN = 130;

/** Runs the server until it is told to stop, and answers with the exit code. */
export const serve = (invocation: Invocation): Promise<number> =>
  configured(invocation, async (config) => {
    keepHeapSmall();
    const server = await startServer({ config });
    const forget = notePid(config);
    const stopping = stopped(server); // before anybody hears that it is ready, and may send a signal
    say(welcome(server.url, config, invocation.command));
    const code = await stopping;
    forget();
    return code;
  });

/** Brings the database to this version's schema, and ends. */
export const migrate = (invocation: Invocation): Promise<number> =>
  configured(invocation, async (config) => {
    const { from, to } = await migrateStore(config);
    say(from === to ? `The database is at schema ${to} already.` : `The database has been brought from schema ${from} to ${to}.`);
    return 0;
  });

async function configured({ command, argv, env, cwd }: Invocation, work: (config: Config) => Promise<number>): Promise<number> {
  try {
    const config = loadConfig({ argv, env, cwd, readFile: (path) => readFileSync(path, 'utf8') });
    if (config.help) return (say(helpText(command)), 0);
    if (config.version) return (say(buildOf().version), 0);
    return await work(config);
  } catch (error) {
    return failed(error);
  }
}

/** Beside the embedded store, for whoever wants to send the server a signal. */
function notePid({ databaseUrl, data }: Config): () => void {
  if (databaseUrl !== undefined) return () => undefined;
  const file = join(data, 'server.pid');
  writeFileSync(file, `${process.pid}\n`);
  return () => rmSync(file, { force: true });
}

/** The first signal stops in order, the second at once. */
const stopped = (server: { close(): Promise<void> }): Promise<number> =>
  new Promise((resolve) => {
    let signals = 0;
    const stop = (signal: NodeJS.Signals): void => {
      signals += 1;
      if (signals > 1) return resolve(EXIT_AGAIN);
      say(`\n${signal}: stopping; what is under way is finished or handed back. Once more to stop at once.`);
      setTimeout(() => resolve(1), STOP_WITHIN_MS).unref();
      server.close().then(
        () => resolve(0),
        (error: unknown) => resolve(failed(error)),
      );
    };
    process.on('SIGTERM', stop).on('SIGINT', stop);
  });

/** On a terminal for a person; otherwise the log alone speaks. */
function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

function welcome(url: string, { databaseUrl, data, role, workers }: Config, command: string): string {
  const ectropy = command.startsWith('npm') ? 'npx ectropy' : 'ectropy';
  const server = new URL(url).port === '8080' ? '' : ` --server ${url}`;
  return `
Ectropy is ready at ${url}
  store    ${databaseUrl === undefined ? `embedded PostgreSQL in ${data}` : 'PostgreSQL at the given address'}
  role     ${role}, ${workers} at once
  API      ${url}/docs

Declare something, and see it made:
  ${ectropy} apply -f examples/file.yaml${server}
  ${ectropy} get files${server}
`;
}

function failed(error: unknown): number {
  for (const problem of problemsOf(error)) process.stderr.write(`error: ${show(problem)}\n`);
  const usage = error instanceof ProblemError && (error.problem.code === 'invalid' || error.problem.code === 'denied');
  if (!(error instanceof ProblemError) && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  return usage ? EXIT_USAGE : 1;
}

const show = ({ path, message, hint }: Problem): string =>
  `${path?.length ? `${showPath(path)}: ` : ''}${message}${hint ? `\n       ${hint}` : ''}`;
