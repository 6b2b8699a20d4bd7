/** What the READMEs and the examples declare is what the server takes. */
import { execFile } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isObject, type JsonObject } from '@ectropy/sdk';
import { decodeDocuments } from '@ectropy/server/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startInventory, teamExtension } from '../../server/test/inventory.ts';
import { call, type Product, scratch, startProduct } from '../../server/test/product.ts';
import { isPlayed, playBlock } from './scenario/blocks.ts';
import { type Fence, fencesOf, withFences } from './scenario/fences.ts';
import { openStage, root } from './scenario/stage.ts';

const update = process.env.UPDATE !== undefined && process.env.UPDATE !== '';
const patterns = [
  'packages/*/README.md',
  'packages/modules/src/**/README.md',
  'packaging/README.md',
  'examples/**/README.md',
  'docs/reference/kinds.md',
];
const readmes = globSync(patterns, { cwd: root, exclude: (name) => name === 'node_modules' }).sort();
const examples = [
  ...globSync('examples/*.yaml', { cwd: root }).map((name) => [name]),
  globSync('examples/tour/*.yaml', { cwd: root }).sort(),
];
const read = (name: string): string => readFileSync(join(root, name), 'utf8');

const opened = new AsyncDisposableStack();
let product: Product;

beforeAll(async () => {
  const { dir } = opened.use(await scratch());
  const { url } = opened.use(await startInventory());
  const args = ['--data', dir, '--extensions', teamExtension, '--log-level', 'warn'];
  product = opened.use(await startProduct({ args, env: { INVENTORY_URL: url } }));
});

afterAll(() => opened.disposeAsync());

const documentsOf = (yaml: string): readonly JsonObject[] =>
  decodeDocuments(yaml, { format: 'yaml' })
    .documents.map(({ value }) => value)
    .filter(isObject);

/** The fields that something is wrong with, each with what it is. */
async function problemsOf(documents: readonly JsonObject[]): Promise<readonly string[]> {
  const api = '/apis/core.ectropy.dev/v1/namespaces/demo/plans?dryRun=All&fieldValidation=Strict';
  const { status, body } = await call(product, api, { body: { spec: { documents } } });
  if (status < 300) return [];
  const causes = (body.details as unknown as JsonObject | undefined)?.causes;
  return Array.isArray(causes)
    ? causes.filter(isObject).map(({ field, message }) => `${String(field)}: ${String(message)}`)
    : [String(body.message)];
}

/** What another service holds is not planned, but rehearsed where it belongs. */
async function rehearse({ apiVersion, ...document }: JsonObject): Promise<readonly string[]> {
  const { status, body } = await call(product, `/apis/${String(apiVersion)}/namespaces/demo/teams?dryRun=All&fieldValidation=Strict`, {
    body: { apiVersion, ...document },
  });
  return status < 300 ? [] : [String(body.message)];
}

/** What it depends on stands in another README. */
const isAboutOthers = (problem: string): boolean => /^[^:]*\bdependencies\b/.test(problem);

const declares = ({ language, text }: Fence): boolean => language === 'yaml' && text.includes('apiVersion:');
const cases = readmes.flatMap((name) =>
  fencesOf(read(name))
    .filter(declares)
    .map((fence) => ({ name, ...fence })),
);

test.each(cases)('$name, line $line: the server takes what it declares', async ({ text }) => {
  const documents = documentsOf(text);
  expect(documents.length).toBeGreaterThan(0);
  const teams = documents.filter(({ kind }) => kind === 'Team');
  const others = documents.filter((document) => !teams.includes(document));
  expect((await Promise.all(teams.map(rehearse))).flat()).toEqual([]);
  if (others.length > 0) expect((await problemsOf(others)).filter((problem) => !isAboutOthers(problem))).toEqual([]);
});

test.each(examples.map((names) => ({ names })))('$names: the server takes all of it', async ({ names }) => {
  expect(await problemsOf(names.flatMap((name) => documentsOf(read(name))))).toEqual([]);
});

test('what is wrong would be told, each with its field', async () => {
  const [document = {}] = documentsOf(read('examples/file.yaml'));
  const told = async (spec: JsonObject): Promise<readonly string[]> => problemsOf([{ ...document, spec }]);
  expect(await told({ path: 1, colour: 'red' })).toEqual([expect.stringContaining('spec.colour'), expect.stringContaining('spec.path')]);
  const alone = await told({ path: 'a', content: '', dependencies: { on: { name: 'nobody', kind: 'File' } } });
  expect(alone.map(isAboutOthers)).toEqual([true]);
});

describe('blocks of other languages', () => {
  /** Where they are run: the ones of the cloud by its own test, the ones of the SDK by its own. */
  const elsewhere: Readonly<Record<string, readonly string[]>> = {
    'packages/cloud-sim/README.md': ['sh'],
    'packages/sdk/README.md': ['ts'],
  };
  const others = readmes.flatMap((name) => {
    const fences = fencesOf(read(name)).filter((fence) => isPlayed(fence) && !declares(fence));
    return fences.filter(({ language }) => !elsewhere[name]?.includes(language)).map((fence) => ({ name, ...fence }));
  });

  test.each(others.filter(({ language }) => language === 'json'))('$name, line $line: it is JSON', ({ text }) => {
    expect(() => JSON.parse(text) as unknown).not.toThrow();
  });

  test.each(others.filter(({ language }) => language === 'sh'))('$name, line $line: a shell can read it', async ({ text }) => {
    await promisify(execFile)('bash', ['-n', '-c', text]);
  });

  test('packages/cli/README.md does what it says', { timeout: 120_000 }, async () => {
    const name = 'packages/cli/README.md';
    await using stage = await openStage();
    const texts = new Map<number, string>();
    for (const fence of others.filter((one) => one.name === name)) texts.set(fence.line, await playBlock(fence, stage, update));
    if (update) writeFileSync(join(root, name), withFences(read(name), texts));
  });

  test('there are none that nobody checks', () => {
    const checked = (fence: (typeof others)[number]): boolean =>
      ['json', 'sh'].includes(fence.language) || (fence.name === 'packages/cli/README.md' && fence.language === 'console');
    expect(others.filter((fence) => !checked(fence)).map(({ name, line }) => `${name}:${line}`)).toEqual([]);
  });
});
