import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileOf, pageNames, textOf } from '../../../tools/reference/pages.ts';
import { root } from './scenario/stage.ts';

test.each(pageNames)('the reference of %s is what the code says; `npm run reference` writes it', async (page) => {
  expect(readFileSync(join(root, fileOf(page)), 'utf8')).toBe(await textOf(page));
});
