/** The server as a process: flags and environment in, signals, exit codes, words for people. */
import { readFileSync } from 'node:fs';
import { type Problem, ProblemError, problemsOf, showPath } from '@ectropy/sdk';
import { buildOf } from './build.ts';
import { loadConfig } from './config/load.ts';
import { helpText } from './config/reference.ts';
import type { Config } from './config/schema.ts';
import { startServer } from './server.ts';

/** What a stop may take at most, whatever hangs. */
const STOP_WITHIN_MS = 24_000;
const EXIT_USAGE = 3;

async function main(): Promise<void> {
  const config = loadConfig({
    argv: process.argv.slice(2),
    env: process.env,
    readFile: (path) => readFileSync(path, 'utf8'),
    cwd: process.cwd(),
  });
  if (config.help) return say(helpText('npm start --'));
  if (config.version) return say(buildOf().version);
  const server = await startServer({ config });
  say(welcome(server.url, config));
  let signals = 0;
  const stop = (signal: NodeJS.Signals): void => {
    signals += 1;
    if (signals > 1) process.exit(130);
    say(`\n${signal}: stopping; what is under way is finished or handed back. Once more to stop at once.`);
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    server.close().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
}

/** On a terminal for a person; otherwise the log alone speaks. */
function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

const filesPath = (suffix: string): string => `/apis/core.${suffix}/v1/namespaces/default/files`;

const welcome = (url: string, { databaseUrl, data, role, workers, groupSuffix }: Config): string => `
Ectropy is ready at ${url}
  store    ${databaseUrl === undefined ? `embedded PostgreSQL in ${data}` : 'PostgreSQL at the given address'}
  role     ${role}, ${workers} at once
  API      ${url}/docs

Declare something:
  curl -s ${url}/kubeconfig > kubeconfig
  kubectl --kubeconfig kubeconfig apply -f examples/file.yaml
or without kubectl:
  curl -s --json '{"metadata":{"name":"hello"},"spec":{"path":"hello.txt","content":"Hello"}}' ${url}${filesPath(groupSuffix)}
and look at it:
  curl -s ${url}${filesPath(groupSuffix)}/hello
`;

function fail(error: unknown): never {
  for (const problem of problemsOf(error)) process.stderr.write(`error: ${show(problem)}\n`);
  const usage = error instanceof ProblemError && (error.problem.code === 'invalid' || error.problem.code === 'denied');
  if (!(error instanceof ProblemError) && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  process.exit(usage ? EXIT_USAGE : 1);
}

const show = ({ path, message, hint }: Problem): string =>
  `${path?.length ? `${showPath(path)}: ` : ''}${message}${hint ? `\n       ${hint}` : ''}`;

if (import.meta.main) main().catch(fail);
