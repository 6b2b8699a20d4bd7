/** The command as a real process in a real terminal: keys, signals, and what the work at the server makes of them. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../../server/test/product.ts';
import { CTRL_C, CTRL_D, openPty, type Pty } from '../src/testing/pty.ts';
import { lamp, startServer, type TestServer } from '../src/testing/server.ts';
import { isInstalled } from './scenario/blocks.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server[Symbol.asyncDispose]());

const open = (...args: readonly string[]): Pty =>
  openPty(args, { ECTROPY_SERVER: server.url, ECTROPY_CONFIG_HOME: server.dir, HOME: server.dir });

async function fileWith(name: string, spec = {}): Promise<string> {
  const file = join(server.dir, `${name}.json`);
  await writeFile(file, JSON.stringify(lamp(name, spec)));
  return file;
}

const phaseOf = async (name: string): Promise<string> =>
  String((await call(server, `/apis/core.ectropy.dev/v1/namespaces/default/lamps/${name}`)).body.status?.phase);

describe.skipIf(!isInstalled('python3'))('while it follows', () => {
  test('Ctrl-C detaches with 130, says how to follow, and the work goes on', async () => {
    const terminal = open('apply', '--yes', '-f', await fileWith('slow-1', { mood: 'slow' }));
    await terminal.shows('waiting for daylight');
    terminal.type(CTRL_C);
    expect(await terminal.code).toBe(130);
    expect(terminal.text()).toContain('Detached. The work goes on at the server. Follow it with:\r\n  ectropy tree');
    expect(await phaseOf('slow-1')).toBe('Pending');
  });

  test('SIGTERM does the same with 143', async () => {
    const terminal = open('apply', '--yes', '-f', await fileWith('slow-2', { mood: 'slow' }));
    await terminal.shows('waiting for daylight');
    terminal.kill('SIGTERM');
    expect(await terminal.code).toBe(143);
    expect(terminal.text()).toContain('The work goes on at the server.');
    expect(await phaseOf('slow-2')).toBe('Pending');
  });
});

describe.skipIf(!isInstalled('python3'))('while it asks', () => {
  test.each([
    ['y\r', true],
    ['yes\r', true],
    [' YES \r', true],
    ['n\r', false],
    ['\r', false],
    ['yess\r', false],
    [CTRL_D, false],
  ])('%j means yes: %s', async (keys, isYes) => {
    const name = `asked-${keys.replaceAll(/\W/g, '').toLowerCase()}-${keys.length}${isYes}`;
    const terminal = open('apply', '-f', await fileWith(name));
    await terminal.shows('Apply this plan?');
    terminal.type(keys);
    expect(await terminal.code).toBe(0);
    expect(terminal.text().includes('Nothing was changed.')).toBe(!isYes);
    expect(await phaseOf(name)).toBe(isYes ? 'Ready' : 'undefined');
  });

  test.each([
    ['Ctrl-C', 130, (terminal: Pty) => terminal.type(CTRL_C)],
    ['SIGTERM', 143, (terminal: Pty) => terminal.kill('SIGTERM')],
  ])('%s ends it with %i, and nothing was changed', async (name, code, end) => {
    const terminal = open('apply', '-f', await fileWith(`left-${name.toLowerCase()}`));
    await terminal.shows('Apply this plan?');
    end(terminal);
    expect(await terminal.code).toBe(code);
    expect(terminal.text()).toContain('Nothing was changed.');
    expect(await phaseOf(`left-${name.toLowerCase()}`)).toBe('undefined');
  });

  test('delete asks as well', async () => {
    await server.create(lamp('kept'));
    const terminal = open('delete', 'lamp/kept');
    await terminal.shows('Delete?');
    terminal.type('n\r');
    expect(await terminal.code).toBe(0);
    expect(await phaseOf('kept')).toBe('Ready');
  });
});

test.skipIf(!isInstalled('python3'))('Ctrl-C ends a watch with 130', async () => {
  const terminal = open('get', 'lamps', '--watch');
  await terminal.shows('NAME');
  terminal.type(CTRL_C);
  expect(await terminal.code).toBe(130);
});
