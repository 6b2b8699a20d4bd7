import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openKeyring } from './key-file.ts';

async function folder(): Promise<{
  readonly dir: string;
  readonly file: string;
  readonly said: string[];
  open(make?: boolean): ReturnType<typeof openKeyring>;
}> {
  const dir = await mkdtemp(join(tmpdir(), 'ectropy-key-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  const file = join(dir, 'data', 'secret.key');
  const said: string[] = [];
  const say = (message: string): void => void said.push(message);
  const log = { debug: say, info: say, warn: say };
  return { dir, file, said, open: (make = true) => openKeyring({ file, make, log, randomBytes }) };
}

test('the key of an embedded store is made once, for its owner only, and nothing is left beside it', async () => {
  const { file, open, said } = await folder();
  const first = await open();
  expect(first.keys).toHaveLength(1);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(join(file, '..'))).toEqual(['secret.key']);
  expect(await readFile(file, 'utf8')).toMatch(/^[A-Za-z0-9+/]{43}=\n$/);
  expect(await open()).toEqual(first);
  expect(said).toHaveLength(1);
});

test('servers that start at once agree on one key', async () => {
  const { file, open } = await folder();
  const rings = await Promise.all(Array.from({ length: 20 }, () => open()));
  expect(new Set(rings.map(({ keys }) => keys[0]?.id)).size).toBe(1);
  expect(await readdir(join(file, '..'))).toEqual(['secret.key']);
});

test('where it must not be made there is none, and that is said', async () => {
  const { file, open, said } = await folder();
  expect(await open(false)).toEqual({ file, keys: [] });
  expect(said).toEqual(['there is no key for secrets, so that none can be stored']);
});

test('a key that others can reach is warned of', async () => {
  const { file, open, said } = await folder();
  await open();
  await chmod(file, 0o640);
  await open();
  expect(said.at(-1)).toContain('chmod 600');
});

test('a file that cannot be used ends the start, whoever made it', async () => {
  const { file, open } = await folder();
  await open();
  await writeFile(file, 'oops');
  await expect(open()).rejects.toThrow(`line 1 of ${file} is not a key`);
  const { dir, said } = await folder();
  const log = { debug: () => undefined, info: () => undefined, warn: () => undefined };
  await expect(openKeyring({ file: dir, make: true, log, randomBytes })).rejects.toThrow(
    `cannot read the key for secrets from ${dir} (EISDIR)`,
  );
  expect(said).toEqual([]);
});
