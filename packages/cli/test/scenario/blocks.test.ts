import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { isPlayed, missingTool, unusedFiles } from './blocks.ts';
import { commandsOf, type Fence, fencesOf, withFences } from './fences.ts';

const fence = (language: string, text: string, title?: string): Fence => ({ language, title, text, line: 1 });

test('blocks are found with their language, their file and their line', () => {
  const markdown = 'Words.\n\n```yaml title=a.yaml\nkind: File\n```\n\n```\npicture\n```\n';
  const fences = fencesOf(markdown);
  expect(fences).toEqual([
    { language: 'yaml', title: 'a.yaml', line: 3, text: 'kind: File' },
    { language: '', title: undefined, line: 7, text: 'picture' },
  ]);
  expect(fences.map(isPlayed)).toEqual([true, false]);
});

test('other texts are put into blocks, whatever they hold and however long they are', () => {
  const markdown = '```sh\na\n```\n\n```sh\na\n```\n';
  const texts = new Map([
    [1, "$& $' $1\nb"],
    [5, 'c'],
  ]);
  expect(withFences(markdown, texts)).toBe("```sh\n$& $' $1\nb\n```\n\n```sh\nc\n```\n");
  expect(withFences(markdown, new Map())).toBe(markdown);
});

test('commands of a script go on after a backslash, and remarks are left out', () => {
  expect(commandsOf("# first\ncurl -d '#x' \\\n  url # then\n\nls")).toEqual(["curl -d '#x' url", 'ls']);
});

test.each([
  ['console', '$ export A=1\n$ kubectl get files', 'kubectl'],
  ['sh', 'kubectl get files', 'kubectl'],
  ['sh', 'echo kubectl', undefined],
  ['yaml', 'kubectl: yes', undefined],
])('of a block in %s that says %j, %s is what is missing', (language, text, tool) => {
  expect(missingTool(fence(language, text), '/nowhere')).toBe(tool);
});

test('a tool that is on the path is not missing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ectropy-tools-'));
  await writeFile(join(folder, 'kubectl'), '', { mode: 0o755 });
  expect(missingTool(fence('sh', 'kubectl get files'), `/nowhere${delimiter}${folder}`)).toBeUndefined();
  await rm(folder, { recursive: true });
});

test('a file that no later block names is told', () => {
  const fences = [
    fence('yaml', 'a', 'a.yaml'),
    fence('ts', 'b', 'src/b.ts'),
    fence('sh', 'ectropy apply -f a.yaml'),
    fence('yaml', 'c', 'c.yaml'),
  ];
  expect(unusedFiles(fences)).toEqual(['src/b.ts', 'c.yaml']);
});
