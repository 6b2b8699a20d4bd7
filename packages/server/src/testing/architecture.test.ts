/** The rooms and their doors: what may be reached from where. The compiler proves the core pure; the rest is read from the sources. */
import { execFile } from 'node:child_process';
import { glob, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const core = join(root, 'packages/server/src/core');

describe('the compiler lets nothing of the platform into the core', () => {
  const run = promisify(execFile);
  const tsc = join(root, 'node_modules/.bin/tsc');

  /** What the real compiler says about a source under the core's own options. */
  async function compile(source: string): Promise<{ readonly ok: boolean; readonly says: string }> {
    const dir = await mkdtemp(join(tmpdir(), 'ectropy-core-'));
    onTestFinished(() => rm(dir, { recursive: true }));
    const config = {
      extends: join(core, 'tsconfig.json'),
      compilerOptions: { composite: false, noEmit: true, rootDir: '/' },
      include: ['fixture.ts'],
      references: [],
    };
    await symlink(join(root, 'node_modules'), join(dir, 'node_modules'));
    await symlink(core, join(dir, 'core'));
    await writeFile(join(dir, 'package.json'), JSON.stringify({ type: 'module' }));
    await writeFile(join(dir, 'tsconfig.json'), JSON.stringify(config));
    await writeFile(join(dir, 'fixture.ts'), source);
    try {
      const { stdout } = await run(tsc, ['-p', dir]);
      return { ok: true, says: stdout };
    } catch (error) {
      return { ok: false, says: String((error as { stdout?: unknown }).stdout) };
    }
  }

  test('what needs only the core and the contracts compiles', async () => {
    const source = `
      import type { Json } from '@ectropy/sdk';
      import { decide, type Moment } from './core/decide.ts';
      import type { State } from './core/state.ts';
      export const forgotten = (state: State, moment: Moment): Json => decide(state, { type: 'nudged' }, moment).status;`;
    expect(await compile(source)).toEqual({ ok: true, says: '' });
  });

  test.each([
    ['a file', `import { readFileSync } from 'node:fs'; export const text = readFileSync('a', 'utf8');`, "'node:fs'"],
    ['a file, in the old spelling', `import fs from 'fs'; export const text = fs.readFileSync('a', 'utf8');`, "'fs'"],
    ['a module for its effect', `import 'node:fs';`, "'node:fs'"],
    ['a module, later', `export const fs = await import('node:fs');`, "'node:fs'"],
    ['a module, the old way', `export const fs = require('node:fs');`, "'require'"],
    ['a socket', `import { connect } from 'node:net'; export const socket = connect(80);`, "'node:net'"],
    ['the network', `export const answer = await fetch('http://localhost');`, "'fetch'"],
    ['a timer', `setTimeout(() => undefined, 1); export {};`, "'setTimeout'"],
    ['the console', `console.log('x'); export {};`, "'console'"],
    ['the environment', `export const home = process.env['HOME'];`, "'process'"],
    ['a precise clock', `export const now = performance.now();`, "'performance'"],
    ['ids', `export const id = crypto.randomUUID();`, "'crypto'"],
    ['a page', `export const title = document.title;`, "'document'"],
  ])('%s does not compile', async (_, source, name) => {
    const { ok, says } = await compile(source);
    expect(ok).toBe(false);
    expect(says).toContain('fixture.ts');
    expect(says).toContain(name);
  });
});

interface Source {
  /** From the root, as in `packages/server/src/main.ts`. */
  readonly path: string;
  /** Without comments. */
  readonly code: string;
}

/** Comments are for people; what they mention is not used. */
const withoutComments = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/ .*$/gm, '$1');

const isTest = (path: string): boolean => path.endsWith('.test.ts') || path.includes('/testing/') || /^packages\/[^/]+\/test\//.test(path);

async function read(pattern: string): Promise<readonly Source[]> {
  const found: Source[] = [];
  for await (const path of glob(pattern, { cwd: root }))
    found.push({ path, code: withoutComments(await readFile(join(root, path), 'utf8')) });
  return found;
}

const everything = await read('packages/*/src/**/*.ts');
const sources = everything.filter(({ path }) => !isTest(path));
const within = (folder: string): readonly Source[] => sources.filter(({ path }) => path.startsWith(`packages/${folder}/`));

const using = (pattern: RegExp, where: readonly Source[] = sources): readonly string[] =>
  where.filter(({ code }) => pattern.test(code)).map(({ path }) => path);

interface Import {
  readonly from: string;
  /** A path from the root, or the name of a package. */
  readonly to: string;
  readonly typeOnly: boolean;
}

const statement = /(?:^|\n)\s*(import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?'([^']+)'|import\('([^']+)'\)/g;

const importsOf = ({ path, code }: Source): readonly Import[] =>
  [...code.matchAll(statement)].map(([, , type, named, later]) => {
    const to = named ?? later ?? '';
    return { from: path, to: to.startsWith('.') ? relative(root, resolve(root, dirname(path), to)) : to, typeOnly: type !== undefined };
  });

const imports = sources.flatMap(importsOf);
const shown = (found: readonly Import[]): readonly string[] => found.map(({ from, to }) => `${from} imports ${to}`);

const isForModules = (to: string): boolean => to === '@ectropy/sdk' || to.startsWith('packages/modules/src/') || to.startsWith('node:');
/** Packages that one module needs. */
const broughtBy: Readonly<Record<string, readonly string[]>> = { 'http-check': ['re2js'], postgres: ['pg'] };
const moduleOf = (path: string): string | undefined => /^packages\/modules\/src\/([^/]+)\//.exec(path)?.[1];

describe('who imports whom', () => {
  test('the imports are read as they are written', () => {
    const code = [
      "import a from 'a';",
      'import type { B,',
      " C } from './b.ts';",
      "export * from '../c.ts';",
      "import 'd';",
      "await import('e');",
    ];
    expect(importsOf({ path: 'packages/x/src/y.ts', code: code.join('\n') }).map(({ to, typeOnly }) => [to, typeOnly])).toEqual([
      ['a', false],
      ['packages/x/src/b.ts', true],
      ['packages/x/c.ts', false],
      ['d', false],
      ['e', false],
    ]);
    expect(imports.length).toBeGreaterThan(200);
  });

  test('the core imports itself and the contracts', () => {
    const here = 'packages/server/src/core/';
    const foreign = imports.filter(({ from, to }) => from.startsWith(here) && !to.startsWith(here) && to !== '@ectropy/sdk');
    expect(shown(foreign)).toEqual([]);
  });

  test('the contracts import nothing, their conformance suites neither', () => {
    const foreign = imports.filter(({ from, to }) => from.startsWith('packages/sdk/') && !to.startsWith('packages/sdk/'));
    expect(shown(foreign)).toEqual([]);
  });

  test('modules import the contracts, themselves and what Node brings', () => {
    const foreign = imports.filter(({ from, to }) => from.startsWith('packages/modules/') && !isForModules(to));
    expect(shown(foreign.filter(({ from, to }) => !broughtBy[moduleOf(from) ?? '']?.includes(to)))).toEqual([]);
  });

  test('a module does not reach into another one', () => {
    const across = imports.filter(
      ({ from, to }) => moduleOf(from) !== undefined && moduleOf(to) !== undefined && moduleOf(from) !== moduleOf(to),
    );
    expect(shown(across)).toEqual([]);
  });

  test('only server.ts names concrete doors and stores', () => {
    const concrete = /^packages\/server\/src\/(doors|store\/(?:postgres|embedded|memory))\//;
    const room = (path: string): string | undefined => concrete.exec(path)?.[1];
    const named = imports.filter(({ from, to }) => room(to) !== undefined && room(from) !== room(to));
    expect([...new Set(named.map(({ from }) => from))]).toEqual(['packages/server/src/server.ts']);
  });

  test('nothing imports main.ts', () => {
    expect(shown(imports.filter(({ to }) => to === 'packages/server/src/main.ts'))).toEqual([]);
  });

  test('the use cases know no door and no worker, and the store knows no use case', () => {
    const below = {
      app: /\/src\/(?:doors|worker)\//,
      store: /\/src\/(?:app|doors|worker|watch|hub)\//,
      hub: /\/src\/(?:app|doors|worker|store)\//,
    };
    const upward = Object.entries(below).flatMap(([folder, above]) =>
      imports.filter(({ from, to }) => from.startsWith(`packages/server/src/${folder}/`) && above.test(to)),
    );
    expect(shown(upward)).toEqual([]);
  });

  test('no production code imports a test or its helpers', () => {
    expect(shown(imports.filter(({ to }) => isTest(to)))).toEqual([]);
  });
});

const anyType = /(?:[:<,|&(]|=>|\bas|\bextends)\s*any\b(?!['\w(:])|\bany\[\]/;

/** Strings and templates may say anything. */
function withoutText({ path, code }: Source): Source {
  return { path, code: code.replaceAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g, "''") };
}

describe('what is used where', () => {
  test('time and chance come into the core as arguments', () => {
    const clock = /\bDate\.now\b|\bMath\.random\b|\bnew Date\(\s*\)|\bnew Date\b(?!\()|\bDate\(\)|\bperformance\.|\bTemporal\./;
    expect(using(clock, within('server/src/core'))).toEqual([]);
  });

  test('only a main.ts reads the environment', () => {
    const reading = using(/\bprocess\.env\b|\bprocess\['env'\]|\benv\b[^;\n]*\bfrom 'node:process'/);
    expect(reading.filter((path) => !path.endsWith('/src/main.ts'))).toEqual([]);
  });

  test('only a main.ts ends the process', () => {
    expect(using(/\bprocess\.(?:exit|abort|reallyExit)\b/).filter((path) => !path.endsWith('/src/main.ts'))).toEqual([]);
  });

  test('SQL is written in the Postgres store and the Postgres module only; the embedded store asks the server about itself', () => {
    const sql = /[`'"]\s*(?:select\s|insert into\s|delete from\s|update \w+ (?:\w+ )?set\s|with \w+ as\s|create (?:table|database)\s)/i;
    const homes = ['packages/server/src/store/postgres/', 'packages/modules/src/postgres/'];
    const found = using(sql).filter((path) => !homes.some((home) => path.startsWith(home)));
    expect(found).toEqual(['packages/server/src/store/embedded/hold.ts', 'packages/server/src/store/embedded/reach.ts']);
  });

  test('nothing is of type any, in tests neither, and no compiler message is silenced', () => {
    expect(using(anyType, everything.map(withoutText))).toEqual([]);
    const others = everything.filter(({ path }) => !path.endsWith('architecture.test.ts'));
    expect(using(/@ts-(?:ignore|nocheck|expect-error)/, others)).toEqual([]);
  });

  test.each([
    ['let a: any;', true],
    ['let a: any[] = [];', true],
    ['a as any', true],
    ['Map<string, any>', true],
    ['(): Promise<any> => b', true],
    ['a | any', true],
    ["AbortSignal.any(['a: any'])", false],
    ['get any(): boolean', false],
    ['{ any: 1 }', false],
    ['`where urn = any($1)`', false],
  ])('any is seen where it is a type: %s', (code, seen) => {
    expect(anyType.test(withoutText({ path: '', code }).code)).toBe(seen);
  });
});
