/** What the image would hold, made by the steps of the Dockerfile in folders of this machine. */
import { execFile } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, matchesGlob, relative } from 'node:path';
import { promisify } from 'node:util';
import { root } from './dockerfile.ts';

const run = promisify(execFile);

export interface Image extends Disposable {
  /** Stands for the root of the image: `/app`, `/data` and `/run/secrets` are below it. */
  readonly dir: string;
  /** A path of the image as one of this machine. */
  at(path: string): string;
}

export async function buildImage(): Promise<Image> {
  const dir = mkdtempSync(join(tmpdir(), 'ectropy-image-'));
  using unfinished = new DisposableStack();
  unfinished.defer(() => rmSync(dir, { recursive: true, force: true }));
  await build(join(dir, 'src'), join(dir, 'app'));
  for (const folder of ['data', 'run/secrets']) mkdirSync(join(dir, folder), { recursive: true });
  const finished = unfinished.move();
  return { dir, at: (path) => join(dir, path), [Symbol.dispose]: () => finished.dispose() };
}

async function build(source: string, app: string): Promise<void> {
  copyContext(source);
  linkModules(source);
  const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}` };
  await run('npm', ['run', 'build'], { cwd: source, env }).catch((error: Error & { readonly stdout?: string }) => {
    throw new Error(`the build failed: ${error.stdout ?? error.message}`, { cause: error });
  });
  await run(process.execPath, ['packaging/assemble.ts', app], { cwd: source });
  linkModules(app);
  rmSync(source, { recursive: true });
}

/** What `.dockerignore` lets through: all is left out but what a `!` lets in, and of that what the other lines say. */
function copyContext(target: string): void {
  const lines = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
  const rules = lines.filter((line) => line !== '' && line !== '*' && !line.startsWith('#'));
  const out = rules.filter((line) => !line.startsWith('!'));
  const isIn = (path: string): boolean => !out.some((pattern) => matchesGlob(path, pattern));
  for (const rule of rules.filter((line) => line.startsWith('!')).map((line) => line.slice(1))) {
    cpSync(join(root, rule), join(target, rule), { recursive: true, filter: (path) => isIn(relative(root, path)) });
  }
}

/** In place of `npm ci`, which has run already: the same modules, with our own packages from this folder. */
function linkModules(folder: string): void {
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '@ectropy'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')).filter((one) => !['@ectropy', 'ectropy', '.cache'].includes(one))) {
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
  }
  for (const manifest of globSync('packages/*/package.json', { cwd: folder })) {
    const { name } = JSON.parse(readFileSync(join(folder, manifest), 'utf8')) as { readonly name: string };
    symlinkSync(join(folder, dirname(manifest)), join(modules, name));
    const nested = join(dirname(manifest), 'node_modules');
    if (existsSync(join(root, nested)) && !existsSync(join(folder, nested))) symlinkSync(join(root, nested), join(folder, nested));
  }
}

/** Every file of the program with the time at which it was written, to see that nothing was written there. */
export const picture = ({ at }: Image): readonly string[] =>
  globSync('**', { cwd: at('app'), withFileTypes: true, exclude: (entry) => entry.name === 'node_modules' })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => `${path} ${statSync(path).mtimeMs}`)
    .sort();
