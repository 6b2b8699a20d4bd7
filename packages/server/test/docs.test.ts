/** What the documents say is true. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { referenceTable } from '../src/config/reference.ts';
import { decodeDocuments } from '../src/hub/codec/decode.ts';
import type { KindDefinitionSpec } from '../src/hub/definition/spec.ts';
import { definitionProblems } from '../src/hub/definition/definition-problems.ts';
import { openKinds } from '../src/hub/kinds.ts';

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

test('the kind that the guide defines can be defined', () => {
  const guide = readFileSync(join(root, 'docs/guides/kinds.md'), 'utf8');
  const [, yaml = ''] = /```yaml\n(apiVersion: core[\s\S]*?)```/.exec(guide) ?? [];
  const [document] = decodeDocuments(yaml, { format: 'yaml' }).documents;
  if (!document) throw new Error('the guide defines no kind');
  const { metadata, spec } = document.value as unknown as { metadata: { name: string }; spec: KindDefinitionSpec };
  expect(
    openKinds([])
      .get('kinddefinition', '_')
      .checkSpec(spec as never).problems,
  ).toEqual([]);
  expect(definitionProblems(metadata.name, spec)).toEqual([]);
});
