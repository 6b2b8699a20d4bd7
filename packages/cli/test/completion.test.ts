/** The completion scripts in real shells. A shell that is not installed is skipped, and the report says so. */
import { spawnSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scripts } from '../src/completion/scripts.ts';
import { lamp, startServer, type TestServer } from '../src/testing/server.ts';

const command = fileURLToPath(new URL('../bin/ectropy.cjs', import.meta.url));
const has = (name: string): boolean => spawnSync(name, ['-c', 'exit 0']).status === 0;

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  await mkdir(join(server.dir, 'bin'));
  await symlink(command, join(server.dir, 'bin/ectropy'));
  await writeFile(join(server.dir, 'some file.yaml'), '');
  await writeFile(join(server.dir, 'config.yaml'), 'contexts: [{ name: lab }, { name: "team:lab" }]\n');
  await server.create(lamp('kitchen'));
  await server.create(lamp('kiosk', {}, { namespace: 'shop' }));
});
afterAll(() => server[Symbol.asyncDispose]());

function shell(name: string, script: string, more: Readonly<Record<string, string>> = {}) {
  return spawnSync(name, [], {
    input: script,
    encoding: 'utf8',
    cwd: server.dir,
    env: {
      PATH: `${join(server.dir, 'bin')}:${process.env.PATH ?? ''}`,
      HOME: server.dir,
      ECTROPY_SERVER: server.url,
      ECTROPY_CONFIG_HOME: server.dir,
      ...more,
    },
  });
}

/** As bash itself would call it, with words broken where bash breaks them. */
const asked = (line: string): string => `
COMP_LINE=${JSON.stringify(line)}
COMP_POINT=\${#COMP_LINE}
COMPREPLY=()
_ectropy
printf '%s\\n' "\${COMPREPLY[@]}"`;

const completed = (line: string, env: Readonly<Record<string, string>> = {}): readonly string[] => {
  const { stdout, stderr, status } = shell('bash', `source <(ectropy completion bash)${asked(line)}`, env);
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  return stdout.split('\n').filter(Boolean);
};

describe('bash', () => {
  test.each([
    ['ectropy app', ['apply']],
    ['ectropy config use-', ['use-context']],
    ['ectropy get lam', ['lamps']],
    ['ectropy delete lam', ['lamp']],
    ['ectropy delete lamp ki', ['kitchen']],
    ['ectropy -n shop delete lamp ki', ['kiosk']],
    ['ectropy delete lamp/', ['lamp/kitchen']],
    ['ectropy delete lamp/kitchen lamp/k', ['lamp/kitchen']],
    ['ectropy get lamps --project sh', ['shop']],
    ['ectropy get lamps --project=sh', ['shop']],
    ['ectropy --context l', ['lab']],
    ['ectropy config use-context team:', ['lab']],
    ['ectropy action lamp kitchen ', ['dim']],
    ['ectropy action lamp/kitchen d', ['dim']],
    ['ectropy get lamps -o ya', ['yaml']],
    ['ectropy delete --cascade f', ['foreground']],
    ['ectropy apply --dry', ['--dry-run']],
    ['ectropy apply -f some', ['some file.yaml']],
    ['ectropy completion z', ['zsh']],
    ['ectropy help exit', ['exit-codes']],
    ['ectropy nonsense ', []],
    ['ectropy get nonsense x', []],
    ['ectropy __comp', []],
  ])('%s', (line, words) => {
    expect(completed(line)).toEqual(words);
  });

  test('is silent when the server is not there, and when the configuration is broken', () => {
    expect(completed('ectropy get lam', { ECTROPY_SERVER: 'http://127.0.0.1:9' })).toEqual([]);
    expect(completed('ectropy get lam', { ECTROPY_SERVER: 'nonsense' })).toEqual([]);
    expect(completed('ectropy --context ', { ECTROPY_CONFIG_HOME: '/nowhere' })).toEqual([]);
  });

  test('is bound to the command', () => {
    expect(shell('bash', 'source <(ectropy completion bash); complete -p ectropy').stdout).toContain('-F _ectropy ectropy');
  });
});

test('a shell that is not known is refused', () => {
  const { status, stderr } = shell('bash', 'ectropy completion tcsh');
  expect({ status, stderr }).toEqual({ status: 3, stderr: expect.stringContaining('Allowed choices are bash, zsh, fish') });
});

describe.each(['zsh', 'fish'] as const)('%s', (name) => {
  test.skipIf(!has(name))('reads the script', () => {
    expect(spawnSync(name, ['-n'], { input: scripts[name], encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  });
});

test.skipIf(!has('fish'))('fish completes', () => {
  const { stdout } = shell('fish', 'ectropy completion fish | source; complete -C "ectropy delete lamp ki"');
  expect(stdout).toContain('kitchen');
});
