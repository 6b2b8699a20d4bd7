/** The spec and the tests speak of the same laws: nothing is untested, nothing is made up. */
import { existsSync, readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const server = join(root, 'packages/server/src');

interface Entry {
  readonly id: string;
  readonly enforcedBy: readonly string[];
  readonly testedBy: readonly string[];
}

const files = (line: string): readonly string[] => [...line.matchAll(/`([^`]+\.ts)`/g)].map(([, file = '']) => file);
const lineOf = (section: string, label: string): string => new RegExp(`^- ${label}: (.*)$`, 'm').exec(section)?.[1] ?? '';

const entries = readFileSync(join(server, 'core/SPEC.md'), 'utf8')
  .split(/^### /m)
  .slice(1)
  .map((section): Entry => {
    const [id = ''] = /^\S+/.exec(section) ?? [];
    return { id, enforcedBy: files(lineOf(section, 'Enforced by')), testedBy: files(lineOf(section, 'Tested by')) };
  });
const ids = entries.map(({ id }) => id);

const suites = [
  'packages/*/src/**/*.test.ts',
  'packages/*/test/**/*.test.ts',
  'packages/server/src/store/testing/*.ts',
  'packages/sdk/src/conformance/**/*.ts',
];

/** `(L3)` and `(L3, R7)`, as they stand in the names of tests; what comments say does not count. */
function citations(text: string): readonly string[] {
  const code = text.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '').replaceAll(/\s\/\/ .*$/gm, '');
  return [...code.matchAll(/\(((?:[LR]\d+)(?:, ?[LR]\d+)*)\)/g)].flatMap(([, list = '']) => list.split(/, ?/));
}

async function citedBy(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const found = new Map<string, Set<string>>();
  for await (const file of glob(suites, { cwd: root, exclude: (name) => String(name).includes('node_modules') })) {
    if (file.endsWith('core/spec.test.ts')) continue; // its citations are examples
    for (const id of citations(readFileSync(join(root, file), 'utf8'))) found.set(id, (found.get(id) ?? new Set()).add(join(root, file)));
  }
  return found;
}

const cited = await citedBy();

test('the numbers are L1 to L12 and R1 to the last, each once and in order', () => {
  const laws = ids.filter((id) => id.startsWith('L'));
  const rules = ids.filter((id) => id.startsWith('R'));
  expect(laws).toEqual(Array.from({ length: 12 }, (_, i) => `L${i + 1}`));
  expect(rules).toEqual(rules.map((_, i) => `R${i + 1}`));
  expect([...laws, ...rules]).toEqual(ids);
});

describe.each(entries)('$id', ({ id, enforcedBy, testedBy }) => {
  test('is cited by a test', () => {
    expect([...(cited.get(id) ?? [])]).not.toEqual([]);
  });

  test('names where it is enforced, in files that exist', () => {
    expect(enforcedBy).not.toEqual([]);
    expect(enforcedBy.filter((file) => !existsSync(join(server, file)))).toEqual([]);
  });

  test('names where it is tested, in files that cite it', () => {
    expect(testedBy).not.toEqual([]);
    expect(testedBy.filter((file) => !cited.get(id)?.has(join(server, file)))).toEqual([]);
  });
});

test('every citation in a test exists in the spec', () => {
  const madeUp = [...cited].filter(([id]) => !ids.includes(id)).map(([id, where]) => `${id} in ${[...where].join(', ')}`);
  expect(madeUp).toEqual([]);
});

test('every citation in the sources exists in the spec', async () => {
  const madeUp: string[] = [];
  for await (const file of glob('packages/server/src/**/*.ts', { cwd: root })) {
    if (file.endsWith('.test.ts')) continue;
    const comments = readFileSync(join(root, file), 'utf8').match(/(?:\/\/ |\/?\*\*? ).*$/gm) ?? [];
    const numbers = comments.flatMap((comment) => comment.match(/\b[LR]\d{1,2}\b/g) ?? []);
    madeUp.push(...numbers.filter((id) => !ids.includes(id)).map((id) => `${id} in ${file}`));
  }
  expect(madeUp).toEqual([]);
});

test('a citation is read from a name, alone or in company, and not from a comment', () => {
  const text = ["test('a (L3)', …)", "test.each(…)('b (L1, R2): %s')", '// see (L9)', ' * as (L8) says', 'x(); // (R9)'].join('\n');
  expect(citations(text)).toEqual(['L3', 'L1', 'R2']);
});
