/** Compiles a schema where it can stall nobody, to learn whether it can be compiled at all. */
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Json, JsonObject, Path, Problem } from '@ectropy/sdk';

export interface Compiler extends AsyncDisposable {
  /** What keeps the schema from being compiled within that time; a schema for which nothing comes back compiles here too. */
  checkCompiles(schema: JsonObject, options?: { readonly withinMs?: number; readonly root?: Path }): Promise<readonly Problem[]>;
}

const WITHIN_MS = 2_000;
const MEMORY_MB = 256;
const STRIPPED = import.meta.url.endsWith('.ts');

/** One thread, started when it is first needed, one schema at a time; whoever takes too long or too much takes the thread along. */
export function openCompiler(): Compiler {
  let thread: Promise<Worker> | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  const compile = async (schema: JsonObject, withinMs: number): Promise<readonly Problem[]> => {
    const worker = await (thread ??= start(() => (thread = undefined)));
    const outcome = await ask(worker, schema, withinMs);
    if (outcome !== 'late' && outcome !== 'gone') return outcome;
    thread = undefined;
    await worker.terminate();
    return [outcome === 'late' ? late(withinMs) : GONE];
  };

  return {
    checkCompiles(schema, { withinMs = WITHIN_MS, root = [] } = {}) {
      const mine = turn.then(() => compile(schema, withinMs));
      turn = mine.catch(() => undefined);
      return mine.then((problems) => problems.map((problem) => ({ ...problem, path: [...root, ...(problem.path ?? [])] })));
    },
    async [Symbol.asyncDispose]() {
      await turn;
      const worker = await thread;
      thread = undefined;
      await worker?.terminate();
    },
  };
}

const late = (withinMs: number): Problem => ({
  code: 'invalid',
  message: `the schema cannot be compiled within ${withinMs} ms`,
  hint: 'make it smaller',
});
const GONE: Problem = { code: 'invalid', message: 'the schema cannot be compiled: it needs too much memory', hint: 'make it smaller' };

/** Loading takes its time and is not counted. The thread keeps no process alive. */
async function start(onExit: () => void): Promise<Worker> {
  const worker = new Worker(new URL(STRIPPED ? './compile-worker.ts' : './compile-worker.js', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    ...(STRIPPED && { execArgv: ['--conditions=source'] }),
  });
  worker.on('exit', onExit).on('error', onExit);
  await once(worker, 'message');
  worker.unref();
  return worker;
}

async function ask(worker: Worker, schema: Json, withinMs: number): Promise<readonly Problem[] | 'late' | 'gone'> {
  const ended = new AbortController();
  const { signal } = ended;
  try {
    return await Promise.race([
      once(worker, 'message', { signal }).then(([problems]) => problems as readonly Problem[]),
      once(worker, 'exit', { signal }).then(() => 'gone' as const),
      setTimeout(withinMs, 'late' as const, { signal }),
      send(worker, schema),
    ]);
  } catch {
    return 'gone';
  } finally {
    ended.abort();
  }
}

/** Sent once everybody listens; never answers itself. */
function send(worker: Worker, schema: Json): Promise<never> {
  worker.postMessage(schema, []);
  return new Promise(() => {});
}
