/** The process: the platform's streams and signals in, an exit code out. */
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import type { Signalled } from './exit.ts';
import type { Io, Output } from './io.ts';
import { run } from './run.ts';

export async function start(): Promise<void> {
  // Whoever reads our output may have seen enough, as in `ectropy get … | head`.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  process.exitCode = await run(theProcess());
  // What is still open (a watch, a keep-alive connection) must not keep the command alive; what was written must come out.
  process.stdout.write('', () => process.stderr.write('', () => process.exit()));
}

function theProcess(): Io {
  return {
    argv: process.argv.slice(2),
    env: process.env,
    cwd: process.cwd(),
    stdin: { isTty: process.stdin.isTTY === true, readAll, readLine },
    stdout: outputOf(process.stdout),
    stderr: outputOf(process.stderr),
    now: Date.now,
    newId: randomUUID,
    onInterrupt,
  };
}

/** A signal that nobody listens to ends the process as the system does it. */
function onInterrupt(listener: (by: Signalled) => void): () => void {
  const heard = (signal: NodeJS.Signals): void => listener(signal === 'SIGTERM' ? 'terminated' : 'interrupted');
  process.on('SIGINT', heard).on('SIGTERM', heard);
  return () => process.off('SIGINT', heard).off('SIGTERM', heard);
}

/** Some terminals say that they have no size, or nothing. */
const UNKNOWN = { columns: 80, rows: 24 };

const outputOf = (stream: NodeJS.WriteStream): Output => ({
  write: (text) => void stream.write(text),
  get isTty() {
    return stream.isTTY === true;
  },
  get columns() {
    return stream.columns || UNKNOWN.columns;
  },
  get rows() {
    return stream.rows || UNKNOWN.rows;
  },
});

async function readAll(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function readLine(): Promise<string | undefined> {
  const lines = createInterface({ input: process.stdin });
  try {
    for await (const line of lines) return line;
    return undefined;
  } finally {
    lines.close();
  }
}

if (import.meta.main) await start();
