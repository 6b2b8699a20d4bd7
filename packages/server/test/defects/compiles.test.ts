/** What does not even compile fails at once, and whoever notices that has noticed nothing. */
import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type Defect, patched } from './defect.ts';
import { defects } from './defects.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const server = fileURLToPath(new URL('../../', import.meta.url));

const isOurs = (path: string): boolean => !/\.test\.ts$|\/testing(?:\/|$)/.test(path);

/** Those that change different files are compiled together. */
function apart(all: readonly Defect[]): readonly (readonly Defect[])[] {
  const rounds: { readonly files: Set<string>; readonly defects: Defect[] }[] = [];
  for (const defect of all) {
    const files = new Set(defect.patches.map(({ file }) => file));
    let round = rounds.find((one) => [...files].every((file) => !one.files.has(file)));
    if (!round) rounds.push((round = { files: new Set(), defects: [] }));
    for (const file of files) round.files.add(file);
    round.defects.push(defect);
  }
  return rounds.map((round) => round.defects);
}

async function compile(some: readonly Defect[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ectropy-defects-'));
  try {
    await cp(join(server, 'src'), join(folder, 'src'), { recursive: true, filter: isOurs });
    await cp(join(server, 'package.json'), join(folder, 'package.json'));
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    const changes = Map.groupBy(
      some.flatMap((one) => one.patches),
      ({ file }) => file,
    );
    for (const [file, patches] of changes)
      await writeFile(join(folder, 'src', file), patched(await readFile(join(server, 'src', file), 'utf8'), patches, file));
    const unused = { noUnusedLocals: false, noUnusedParameters: false }; // what was left out leaves something behind
    const settings = {
      extends: join(root, 'tsconfig.base.json'),
      compilerOptions: { ...unused, noEmit: true, composite: false, types: ['node'] },
      files: [...changes.keys()].map((file) => join('src', file)),
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings));
    const { stdout, stderr } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' });
    return stdout + stderr;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test.each(apart(defects).map((some) => [some.map(({ name }) => name).join(', '), some] as const))(
  '%s',
  { timeout: 120_000 },
  async (_, some) => {
    expect(await compile(some)).toBe('');
  },
);
