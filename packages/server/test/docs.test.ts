/** Documents lead somewhere. That they do what they say, and that the reference is that of the code, is tested with the command. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const documents = globSync('**/*.md', { cwd: root, exclude: (name) => name === 'node_modules' || name === 'dist' || name === '.ectropy' });

/** Without code, in which brackets mean something else. */
const proseOf = (path: string): string =>
  readFileSync(path, 'utf8')
    .replaceAll(/^```[\s\S]*?^```$/gm, '')
    .replaceAll(/(`+)[^`].*?\1/g, '');

/** A heading as the part behind `#` of an address. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const anchorsOf = (path: string): readonly string[] =>
  [...readFileSync(path, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));

function leads(from: string, [target = '', anchor]: readonly string[]): boolean {
  const path = target === '' ? from : join(dirname(from), target);
  return existsSync(path) && (anchor === undefined || anchorsOf(path).includes(anchor));
}

test.each(documents)('every link of %s leads somewhere', (name) => {
  const from = join(root, name);
  const links = [...proseOf(from).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link).filter((link) => !/^[a-z]+:/.test(link));
  expect(links.filter((link) => !leads(from, link.split('#')))).toEqual([]);
});
