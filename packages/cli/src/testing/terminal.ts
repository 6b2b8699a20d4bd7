/** For tests: the command as a person meets it, in this process. What it prints is kept, what it waits for can be waited for. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Io, Output } from '../io.ts';
import { run } from '../run.ts';

export interface TerminalOptions {
  /** The address of the server; without it the command uses its default, where nothing may listen. */
  readonly server?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** All that can be read; with `tty` it is read line by line. */
  readonly stdin?: string;
  /** Whether a person sits there: standard input, output and error are terminals. */
  readonly tty?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  readonly now?: () => number;
  readonly newId?: () => string;
}

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command under way. */
export interface Running {
  readonly ended: Promise<Ended>;
  stdout(): string;
  stderr(): string;
  /** Ctrl-C. Throws when nobody listens, where the real command would just end. */
  interrupt(): void;
  /** When all that was printed on both streams so far holds this; fails when it does not come in time or the command ends without it. */
  shows(text: string | RegExp, options?: { readonly timeoutMs?: number }): Promise<void>;
}

const SHOWS_WITHIN_MS = 10_000;

/** `ectropy get files` to its end. */
export const ectropy = (argv: string | readonly string[], options: TerminalOptions = {}): Promise<Ended> => begin(argv, options).ended;

/** Words are split at blanks; hand over a list where a word holds some. */
export function begin(argv: string | readonly string[], options: TerminalOptions = {}): Running {
  const listeners = new Set<() => void>();
  const written = new Set<() => void>();
  const tell = (): void => written.forEach((listener) => listener());
  const stdout = output(options, tell);
  const stderr = output(options, tell);
  const io: Io = {
    argv: typeof argv === 'string' ? argv.split(' ').filter((word) => word !== '') : argv,
    env: environmentOf(options),
    cwd: options.cwd ?? tmpdir(),
    stdin: inputOf(options),
    stdout,
    stderr,
    now: options.now ?? Date.now,
    newId: options.newId ?? (() => crypto.randomUUID()),
    onInterrupt(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const all = (): string => stdout.text() + stderr.text();
  let isOver = false;
  const ended = run(io).then((code) => ({ code, stdout: stdout.text(), stderr: stderr.text() }));
  const over = (): void => {
    isOver = true;
    tell();
  };
  ended.then(over, over);
  return {
    ended,
    stdout: stdout.text,
    stderr: stderr.text,
    interrupt() {
      if (listeners.size === 0) throw new Error('nobody listens for Ctrl-C');
      for (const listener of listeners) listener();
    },
    shows: (text, { timeoutMs = SHOWS_WITHIN_MS } = {}) => {
      const found = (): boolean => (typeof text === 'string' ? all().includes(text) : text.test(all()));
      const told = (why: string): Error => new Error(`${text} ${why}:\n${all()}`);
      return signalled(written, timeoutMs, () => found() || (isOver ? told('did not come before the end') : false), told);
    },
  };
}

/** Asks at every signal until the answer is yes, or an error. */
function signalled(signals: Set<() => void>, timeoutMs: number, ask: () => boolean | Error, told: (why: string) => Error): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => reject(told(`did not come within ${timeoutMs} ms`)), timeoutMs);
  const settle = (): void => {
    const answer = ask();
    if (answer instanceof Error) reject(answer);
    else if (answer) resolve();
  };
  signals.add(settle);
  settle();
  return promise.finally(() => {
    clearTimeout(timer);
    signals.delete(settle);
  });
}

function output({ tty = false, columns = 120, rows = 40 }: TerminalOptions, tell: () => void): Output & { text(): string } {
  let text = '';
  return {
    isTty: tty,
    columns,
    rows,
    write(more) {
      text += more;
      tell();
    },
    text: () => text,
  };
}

function inputOf({ stdin = '', tty = false }: TerminalOptions): Io['stdin'] {
  const waiting = stdin === '' ? [] : stdin.replace(/\n$/, '').split('\n');
  return { isTty: tty, readAll: async () => new TextEncoder().encode(stdin), readLine: async () => waiting.shift() };
}

/** Nothing of the machine's own configuration. */
const environmentOf = ({ server, env = {} }: TerminalOptions): Io['env'] => ({
  HOME: join(tmpdir(), 'nobody'),
  ECTROPY_CONFIG_HOME: join(tmpdir(), 'nobody', 'ectropy'),
  ...(server !== undefined && { ECTROPY_SERVER: server }),
  ...env,
});
