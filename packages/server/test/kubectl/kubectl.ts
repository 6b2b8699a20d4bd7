/** The real command, with a home and a configuration of its own. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { until } from '../../src/testing/until.ts';

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

export interface RunOptions {
  /** What it reads from its standard input. */
  readonly input?: string | object;
  readonly env?: Readonly<Record<string, string>>;
}

/** A command that goes on until it is ended. */
export interface Running extends AsyncDisposable {
  /** Waits until what it has printed matches. */
  prints(pattern: RegExp): Promise<string>;
}

export interface Kubectl {
  readonly minor: number;
  readonly namespace: string;
  readonly dir: string;
  /** Runs it to its end, however it ends. */
  run(args: string, options?: RunOptions): Promise<Ran>;
  /** What it prints when it succeeds; anything else fails the test. */
  ok(args: string, options?: RunOptions): Promise<string>;
  /** What it complains about; that it succeeds fails the test. */
  fails(args: string, options?: RunOptions): Promise<string>;
  start(args: string): Running;
  /** The same with another namespace. */
  in(namespace: string): Kubectl;
}

export interface KubectlOptions {
  readonly path: string;
  readonly minor: number;
  readonly url: string;
  /** Everything that it writes is written below. */
  readonly dir: string;
  readonly namespace: string;
}

export async function openKubectl({ path, minor, url, dir, namespace }: KubectlOptions): Promise<Kubectl> {
  const home = await mkdtemp(join(dir, `kubectl-1.${minor}-`));
  const config = join(home, 'config');
  await mkdir(join(home, 'tmp'));
  await writeFile(config, JSON.stringify(kubeconfig(url)));
  const env = { PATH: process.env.PATH ?? '', HOME: home, KUBECONFIG: config, TMPDIR: join(home, 'tmp') };
  return kubectlIn(namespace, { path, minor, dir: home, env });
}

const kubeconfig = (server: string): object => ({
  apiVersion: 'v1',
  kind: 'Config',
  clusters: [{ name: 'here', cluster: { server } }],
  users: [{ name: 'me', user: {} }],
  contexts: [{ name: 'here', context: { cluster: 'here', user: 'me' } }],
  'current-context': 'here',
});

interface Setting {
  readonly path: string;
  readonly minor: number;
  readonly dir: string;
  readonly env: Readonly<Record<string, string>>;
}

function kubectlIn(namespace: string, { path, minor, dir, env }: Setting): Kubectl {
  const launch = (args: string, own: Readonly<Record<string, string>> = {}): ChildProcessWithoutNullStreams =>
    spawn(path, ['--namespace', namespace, ...words(args)], { env: { ...env, ...own }, cwd: dir });
  const run: Kubectl['run'] = async (args, { input = '', env: own } = {}) => {
    const child = launch(args, own);
    child.stdin.on('error', () => undefined).end(typeof input === 'string' ? input : JSON.stringify(input));
    const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    return { code: code as number | null, out, error };
  };
  return {
    minor,
    namespace,
    dir,
    run,
    async ok(args, options) {
      const { code, out, error } = await run(args, options);
      expect({ args, code, error: code === 0 ? '' : error }).toEqual({ args, code: 0, error: '' });
      return out;
    },
    async fails(args, options) {
      const { code, out, error } = await run(args, options);
      expect({ args, failed: code !== 0, out }).toMatchObject({ args, failed: true });
      return error;
    },
    start: (args) => running(args, launch(args)),
    in: (other) => kubectlIn(other, { path, minor, dir, env }),
  };
}

function running(args: string, child: ChildProcessWithoutNullStreams): Running {
  let printed = '';
  let complaint = '';
  const ended = once(child, 'close');
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  return {
    async prints(pattern) {
      const matches = (): boolean => pattern.test(printed) || child.exitCode !== null;
      await until(matches, { what: `${String(pattern)} from kubectl ${args}`, timeoutMs: 15_000 });
      expect(printed, complaint).toMatch(pattern);
      return printed;
    },
    async [Symbol.asyncDispose]() {
      child.kill();
      await ended;
    },
  };
}

/** Words as a shell would split them: what stands in single quotes is one. */
const words = (line: string): readonly string[] => (line.match(/(?:[^\s']|'[^']*')+/g) ?? []).map((word) => word.replaceAll("'", ''));

/** The commands of one that is only there when the tests run. */
export const later = (given: () => Kubectl): Pick<Kubectl, 'ok' | 'fails' | 'run'> => ({
  ok: (args, options) => given().ok(args, options),
  fails: (args, options) => given().fails(args, options),
  run: (args, options) => given().run(args, options),
});
