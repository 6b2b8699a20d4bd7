/** The cloud as a process: flags in, one line for people, an orderly end at a signal. */
import { resolve } from 'node:path';
import { helpText, parseFlags } from './flags.ts';
import { startCloud } from './start.ts';

const EXIT_USAGE = 3;

/** Resolves with the exit code once a signal has ended the cloud. A second signal ends the process at once. */
export async function main(argv: readonly string[]): Promise<number> {
  const flags = parseFlags(argv);
  if ('help' in flags) {
    process.stdout.write(helpText);
    return 0;
  }
  if ('problems' in flags) {
    for (const problem of flags.problems) say(`error: ${problem}`);
    return EXIT_USAGE;
  }
  const asked = signalled();
  try {
    const cloud = await startCloud(flags.options);
    say(`The cloud is ready at ${cloud.url}, ledger in ${resolve(flags.options.data)}`);
    await asked.signal;
    await cloud.close();
    return 0;
  } catch (error) {
    say(`error: ${failureOf(error)}`);
    return 1;
  } finally {
    asked.forget();
  }
}

/** The first signal resolves; after it the default holds again, so that the second one kills. */
function signalled(): { readonly signal: Promise<void>; forget(): void } {
  const { promise, resolve: done } = Promise.withResolvers<void>();
  const forget = (): void => void process.off('SIGINT', first).off('SIGTERM', first);
  const first = (): void => {
    forget();
    done();
  };
  process.on('SIGINT', first).on('SIGTERM', first);
  return { signal: promise, forget };
}

function failureOf(error: unknown): string {
  const { code, message, port } = error as { readonly code?: string; readonly message?: string; readonly port?: number };
  if (code === 'EADDRINUSE') return `Port ${port} is taken; choose another one with --port.`;
  return message ?? String(error);
}

const say = (text: string): void => void process.stderr.write(`${text}\n`);
