/**
 * Makes a process run with a defect: `node --conditions=source --import …/install.ts …` with `ECTROPY_DEFECT=<name>`. Files are
 * changed as they are loaded and nothing is written; production code knows nothing of it. Worker threads and child processes follow.
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { patched, type Patch } from './defect.ts';
import { defectNamed } from './defects.ts';

const src = new URL('../../src/', import.meta.url);
const name = takeName(process.env);

if (name !== undefined && name !== '') install(defectNamed(name).patches);

/** The server refuses variables under its own prefix that it does not know: threads and children read the other one. */
function takeName(env: NodeJS.ProcessEnv): string | undefined {
  const given = env['ECTROPY_DEFECT'] ?? env['DEFECT'];
  delete env['ECTROPY_DEFECT'];
  if (given !== undefined) env['DEFECT'] = given;
  return given;
}

function install(patches: readonly Patch[]): void {
  const byUrl = Map.groupBy(patches, ({ file }) => new URL(file, src).href);
  for (const [url, own] of byUrl) patched(readFileSync(fileURLToPath(url), 'utf8'), own, url); // at the start, not when it is too late to be seen
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      const own = byUrl.get(url);
      return own ? { ...loaded, source: patched(textOf(loaded.source), own, url) } : loaded;
    },
  });
  if (isMainThread) inherit();
}

function textOf(source: string | ArrayBuffer | NodeJS.TypedArray | undefined | null): string {
  if (typeof source === 'string') return source;
  if (source === undefined || source === null) throw new Error('a file that is to be changed came without its text');
  return new TextDecoder().decode(source);
}

/** A thread has the flags of its process; a child has its environment. */
function inherit(): void {
  const flag = `--import=${import.meta.url}`;
  const given = process.env['NODE_OPTIONS'] ?? '';
  if (!given.includes(flag)) process.env['NODE_OPTIONS'] = `${given} ${flag}`.trim();
}
