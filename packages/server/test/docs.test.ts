/** What the documents say is true. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { referenceTable } from '../src/config/reference.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const documents = globSync('**/*.md', { cwd: root, exclude: (name) => name === 'node_modules' || name === 'dist' || name === '.ectropy' });
const words = (text: string): string => text.replaceAll(/[-\s]+/g, ' ');

test('the reference of settings is that of the code', () => {
  expect(words(readFileSync(join(root, 'docs/reference/settings.md'), 'utf8'))).toContain(words(referenceTable()).trim());
});

test.each(documents)('every link of %s leads somewhere', (name) => {
  const text = readFileSync(join(root, name), 'utf8');
  const targets = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target));
  expect(targets.filter((target) => !existsSync(join(root, dirname(name), target)))).toEqual([]);
});
