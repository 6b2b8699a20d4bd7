/** The README's examples, run as a reader would run them. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = join(here, '../../..');

test('the module of the README passes the suite that the README shows, and type-checks', async () => {
  const readme = await readFile(join(here, '../README.md'), 'utf8');
  const [module = '', suite = ''] = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code);
  const folder = await mkdtemp(join(here, 'readme-'));
  try {
    await writeFile(join(folder, 'greeter.ts'), module);
    await writeFile(join(folder, 'suite.ts'), suite.replace("import { test } from 'vitest';", "import { test } from 'node:test';"));
    const options = {
      compilerOptions: {
        rootDir: root,
        types: ['node'],
        noEmit: true,
        composite: false,
        rewriteRelativeImportExtensions: false,
        allowImportingTsExtensions: true,
      },
    };
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ extends: join(root, 'tsconfig.base.json'), ...options, include: ['*.ts'] }),
    );
    const run = promisify(execFile);
    await run(process.execPath, [join(root, 'node_modules/.bin/tsc'), '-p', folder]);
    const { stdout } = await run(process.execPath, ['--conditions=source', '--test', '--test-reporter=tap', join(folder, 'suite.ts')], {
      env: { PATH: process.env.PATH },
    });
    expect(stdout).toMatch(/# fail 0\n/);
    expect(Number(/# pass (\d+)/.exec(stdout)?.[1])).toBeGreaterThan(10);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
