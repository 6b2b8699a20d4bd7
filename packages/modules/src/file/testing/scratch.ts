import { mkdtemp, lstat, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Host, Json, Module, Step, Subject } from '@ectropy/sdk';
import { fileModule } from '../kind.ts';
import type { FileMemo, FileSpec } from '../spec.ts';

/** A root of its own for one test, with the module on it. */
export interface Scratch extends AsyncDisposable {
  readonly root: string;
  readonly outside: string;
  readonly module: Module;
  at(path: string): string;
  write(spec: FileSpec): Promise<Step>;
  remove(spec: FileSpec): Promise<Step>;
}

export async function scratch(): Promise<Scratch> {
  const base = await mkdtemp(join(tmpdir(), 'ectropy-file-'));
  const root = join(base, 'root');
  const module = fileModule({ root });
  const run = (spec: FileSpec, todo: FileMemo['todo']): Promise<Step> => module.sync(aSubject(spec), { todo }, aHost());
  return {
    root,
    module,
    outside: join(base, 'outside'),
    at: (path) => join(root, path),
    write: (spec) => run(spec, 'write'),
    remove: (spec) => run(spec, 'remove'),
    [Symbol.asyncDispose]: () => rm(base, { recursive: true, force: true }),
  };
}

export const aSubject = (spec: FileSpec, more: Partial<Subject<FileSpec>> = {}): Subject<FileSpec> => ({
  urn: 'orn:entropy:file:p:n',
  kind: 'file',
  project: 'p',
  name: 'n',
  labels: {},
  spec,
  output: null,
  needs: {},
  config: {},
  ...more,
});

const silent = (): void => undefined;

export const aHost = (signal: AbortSignal = new AbortController().signal): Host => ({
  signal,
  now: () => new Date(0),
  log: { debug: silent, info: silent, warn: silent },
  key: 'k',
  fence: 1,
});

/** Everything below a folder, by path: content of files, `/` for folders, and the mode. */
export async function picture(root: string): Promise<Json> {
  const paths = await readdir(root, { recursive: true }).catch(() => []);
  const entries = paths.sort().map(async (path) => {
    const stats = await lstat(join(root, path));
    const content = stats.isFile() ? await readFile(join(root, path), 'latin1') : '/';
    return [path, [stats.mode, content]] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}
