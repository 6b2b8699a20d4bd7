import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ProblemError } from '@ectropy/sdk';
import { describe, expect, test } from 'vitest';
import { scratch } from '../../../server/test/product.ts';
import type { Io } from '../io.ts';
import { aType } from '../testing/types.ts';
import { dependenciesOf } from './dependency-words.ts';
import { type PlacedDocument, readDocuments } from './read.ts';
import { placed, SourcedError } from './sourced-error.ts';
import { inStages } from './stages.ts';

const text = (name: string): string => `apiVersion: core.ectropy.dev/v1\nkind: File\nmetadata: { name: ${name} }\n`;

async function disk(files: Readonly<Record<string, string>>, stdin = '', isTty = false) {
  const { dir, [Symbol.asyncDispose]: dispose } = await scratch();
  await mkdir(join(dir, 'below/deep'), { recursive: true });
  for (const [name, content] of Object.entries(files)) await writeFile(join(dir, name), content);
  const io = { cwd: dir, stdin: { isTty, readAll: async () => new TextEncoder().encode(stdin) } } as unknown as Io;
  const read = (names: readonly string[], recursive = false) => readDocuments(names, { recursive }, io);
  return { dir, read, [Symbol.asyncDispose]: dispose };
}

const namesOf = ({ documents }: { readonly documents: readonly PlacedDocument[] }) =>
  documents.map(({ file, value }) => `${file} ${(value.metadata as { name: string }).name}`);

async function refusal(work: Promise<unknown>): Promise<ProblemError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof ProblemError) return error;
  throw new Error(`not refused: ${String(error)}`);
}

describe('documents', () => {
  test('come from files, from folders in the order of their names, from lists, and from standard input', async () => {
    await using here = await disk(
      {
        'b.yaml': text('b'),
        'a.yml': `${text('a1')}---\n${text('a2')}`,
        'x.JSON': '{"apiVersion":"v1","kind":"List","items":[{"apiVersion":"v1","kind":"K","metadata":{"name":"x"}}]}',
        'readme.md': 'no',
        'below/c.yaml': text('c'),
        'below/deep/d.yaml': text('d'),
      },
      text('piped'),
    );
    expect(namesOf(await here.read(['.']))).toEqual(['a.yml a1', 'a.yml a2', 'b.yaml b', 'x.JSON x']);
    expect(namesOf(await here.read(['below'], true))).toEqual(['below/c.yaml c', 'below/deep/d.yaml d']);
    expect(namesOf(await here.read(['-', 'b.yaml']))).toEqual(['(standard input) piped', 'b.yaml b']);
  });

  test('that links lead to are read; links that lead nowhere, and folders with such names, are not', async () => {
    await using here = await disk({ 'below/real.txt': text('linked') });
    await mkdir(join(here.dir, 'docs/folder.yaml'), { recursive: true });
    await symlink('../below/real.txt', join(here.dir, 'docs/link.yaml'));
    await symlink('nowhere', join(here.dir, 'docs/broken.yaml'));
    expect(namesOf(await here.read(['docs']))).toEqual(['docs/link.yaml linked']);
  });

  test('that are wrong are all told at once, each with its place', async () => {
    await using here = await disk({
      '1.yaml': 'a: [',
      '2.yaml': 'kind: File\n',
      '3.yaml': `${text('ok')}---\n- 5\n`,
      '4.yaml': '---\napiVersion: v1\n',
    });
    const error = await refusal(here.read(['.']));
    const shown =
      error instanceof SourcedError ? error.sourced.map(({ source, message }) => `${source?.file}:${source?.line} ${message}`) : [];
    expect(shown).toEqual([
      expect.stringMatching(/^1\.yaml:\d /),
      '2.yaml:1 apiVersion must be set',
      '3.yaml:5 a document must be a mapping',
      '4.yaml:2 kind must be set',
    ]);
  });

  test('whose keys stand twice are warned about', async () => {
    await using here = await disk({ 'twice.yaml': `${text('a')}spec: {}\nspec: {}\n` });
    expect((await here.read(['twice.yaml'])).warnings).toMatchObject([
      { message: 'stands twice', source: { file: 'twice.yaml', line: 5 } },
    ]);
  });

  test.each([
    ['nowhere.yaml', 'not_found', 'there is no file nowhere.yaml'],
    ['empty.yaml', 'invalid', 'there is no document in empty.yaml'],
    ['below', 'invalid', 'there is no document in below'],
    ['-', 'invalid', 'standard input is a terminal'],
    ['nul\0', 'invalid', 'cannot read'],
  ])('that are not there are refused: %s', async (name, code, message) => {
    await using here = await disk({ 'empty.yaml': '# nothing\n' }, '', true);
    expect((await refusal(here.read([name]))).problem).toMatchObject({ code, message: expect.stringContaining(message) });
  });

  test.skipIf(process.getuid?.() === 0)('that may not be read are refused', async () => {
    await using here = await disk({ 'secret.yaml': text('a') });
    await chmod(join(here.dir, 'secret.yaml'), 0);
    expect((await refusal(here.read(['secret.yaml']))).problem).toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('cannot read secret.yaml'),
    });
  });
});

const aDocument = (kind: string, spec = {}): PlacedDocument => ({
  file: `${kind}.yaml`,
  value: { apiVersion: 'example.dev/v1', kind, spec },
  locate: (path) => ({ line: path.length, column: 1 }) as never,
});

test("the server's complaint about a document is told at its place in its file; others stay as they are", () => {
  const error = new ProblemError([
    { code: 'invalid', path: ['spec', 'documents', 1, 'spec', 'size'], message: 'must be small' },
    { code: 'denied', message: 'no' },
    { code: 'invalid', path: ['spec', 'documents', 9], message: 'who?' },
  ]);
  const { sourced } = placed(error, [aDocument('A'), aDocument('B')]) as SourcedError;
  expect(sourced).toEqual([
    { code: 'invalid', path: ['spec', 'size'], message: 'must be small', source: { file: 'B.yaml', line: 2, column: 1 } },
    { code: 'denied', message: 'no' },
    { code: 'invalid', path: ['spec', 'documents', 9], message: 'who?' },
  ]);
});

test('complaints come in the order of the documents, and what they name is named as in their files', () => {
  const error = new ProblemError([
    { code: 'conflict', path: ['spec', 'documents', 1], message: 'spec.documents[0] declares the same as spec.documents[9]' },
    { code: 'not_found', path: ['spec', 'documents', 0, 'spec', 'dependencies', 'on'], message: 'is not there', hint: 'make it' },
  ]);
  const { sourced } = placed(error, [aDocument('A'), aDocument('B')]) as SourcedError;
  expect(sourced.map(({ code, message, source }) => [code, source?.file, message])).toEqual([
    ['invalid', 'A.yaml', 'is not there'],
    ['conflict', 'B.yaml', 'A.yaml:0:1 declares the same as spec.documents[9]'],
  ]);
});

test('definitions go first where others need them, and only there', () => {
  const definition = aDocument('KindDefinition', { names: { kind: 'Widget' } });
  const widget = aDocument('Widget');
  const file = aDocument('File');
  expect(inStages([widget, definition, file], [aType('File')])).toEqual([[definition], [widget, file]]);
  expect(inStages([widget, definition], [aType('Widget', { group: 'example.dev' })])).toEqual([[widget, definition]]);
  expect(inStages([file, aDocument('KindDefinition')], [])).toEqual([
    [file, aDocument('KindDefinition')].map((one) => expect.objectContaining({ file: one.file })),
  ]);
});

describe('dependencies in words', () => {
  test('name a resource, and its kind where that is not clear', () => {
    expect(dependenciesOf(['network=main', 'disk=cloud_disk/data'])).toEqual({
      network: { name: 'main' },
      disk: { kind: 'cloud_disk', name: 'data' },
    });
    expect(Object.keys(dependenciesOf(['__proto__=x']))).toEqual(['__proto__']);
  });

  test('that are wrong are all told at once', () => {
    expect(() => dependenciesOf(['main', '=x', 'a=', 'a=b/c/d', 'n=1', 'n=2'])).toThrow(
      /"main" names no dependency.*"=x" names.*"a=" names.*"a=b\/c\/d" names.*n stands there twice/,
    );
  });
});
