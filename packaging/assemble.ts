/** Puts together what the image needs of the workspaces: the files that each would publish, after a build and a prune. */
import { cpSync, existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

interface Manifest {
  readonly files?: readonly string[];
}

const read = (file: string): Manifest => JSON.parse(readFileSync(file, 'utf8')) as Manifest;

/** The manifest and what it lists, and the modules that npm could not lift to the root. */
const partsOf = (folder: string): readonly string[] =>
  ['package.json', 'node_modules', ...(read(join(root, folder, 'package.json')).files ?? [])].map((file) => join(folder, file));

export function assemble(target: string): void {
  const folders = globSync('packages/*/package.json', { cwd: root }).map(dirname);
  const parts = ['package.json', ...folders.flatMap(partsOf)].filter((part) => existsSync(join(root, part)));
  mkdirSync(target, { recursive: true });
  for (const part of parts) cpSync(join(root, part), join(target, part), { recursive: true, verbatimSymlinks: true });
  cpSync(join(root, 'packaging/probe.ts'), join(target, 'probe.ts'));
}

const [, , target] = process.argv;
if (import.meta.main && target !== undefined) assemble(target);
