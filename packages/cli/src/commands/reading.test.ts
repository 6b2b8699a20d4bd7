/** describe, tree, history, events, logs and kinds against the whole server. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeDocuments } from '@ectropy/server/client';
import { lamp, startServer, type TestServer } from '../testing/server.ts';

const hostile = 'x\u001b[2J\u009b31m\u202ey\nz';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  await server.create(lamp('base', { pin: '1234' }, { labels: { tier: 'web' } }));
  await server.create(lamp('top', { dependencies: { next: { name: 'base' } } }));
  await server.create(lamp('sick', { mood: 'broken' }));
  await server.create(lamp('evil', { room: hostile }, { annotations: { note: hostile } }));
  await server.run('apply -f - --yes', { stdin: JSON.stringify(lamp('base', { bulbs: 7 }, { labels: { tier: 'db' } })) });
});
afterAll(() => server[Symbol.asyncDispose]());

describe('describe', () => {
  test('tells all about a resource on one page', async () => {
    const { code, stdout } = await server.run('describe lamp top');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Lamp\/top in project default\n✓ Ready {2}It is as declared\.\n/);
    for (const part of [
      'Conditions\n',
      'Spec\n  bulbs: 1\n',
      'serial: serial-of-top',
      'Depends on\n  ✓  Lamp/base  Ready  as next\n',
      'Events\n',
      'Next\n',
    ])
      expect(stdout).toContain(part);
    expect((await server.run('describe lamp/base')).stdout).toContain('Needed by\n  ✓  Lamp/top');
  });

  test('tells what is wrong, what to do, and shows no secret', async () => {
    const { stdout } = await server.run('describe lamp sick');
    expect(stdout).toContain('! Retrying');
    expect(stdout).toContain('Problem\n  no current\n  what to do: look at the fuse\n  attempt 1');
    expect(stdout).toContain('ectropy why Lamp/sick');
    expect((await server.run('describe lamp base')).stdout).not.toContain('1234');
  });

  test('tells of what belongs to no project, and of several', async () => {
    expect((await server.run('describe project default')).stdout).toMatch(/^Project\/default\n/);
    expect((await server.run('describe lamp/top lamp/base')).stdout).toMatch(/^Lamp\/top[^]+\n\n\nLamp\/base/);
  });
});

describe('foreign text', () => {
  test.each([
    'get lamps --show-labels -o wide',
    'describe lamp evil',
    'tree',
    'history lamp evil',
    'events',
    'get lamp evil -o json',
    'get lamp evil -o yaml',
  ])('%s moves no cursor', async (argv) => {
    const { code, stdout } = await server.run(argv);
    expect(code).toBe(0);
    expect(stdout.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  });
});

describe('tree', () => {
  test('shows the project, each below what stands on it', async () => {
    expect((await server.run('tree')).stdout.split('\n')).toEqual([
      'Project default',
      '├─ ✓ Lamp/evil  Ready',
      expect.stringMatching(/^├─ ! Lamp\/sick {2}Retrying {2}./),
      '└─ ✓ Lamp/top  Ready',
      '   └─ ✓ Lamp/base  Ready  (as next)',
      '',
    ]);
  });

  test('shows one in both directions, and as data', async () => {
    expect((await server.run('tree lamp base --dependents')).stdout).toBe('✓ Lamp/base  Ready\n└─ ✓ Lamp/top  Ready  (as next)\n');
    expect(JSON.parse((await server.run('tree lamp/top -o json')).stdout)).toMatchObject({ root: { dependencies: [{ name: 'base' }] } });
  });

  test('of an empty project, of nothing and of what is not there', async () => {
    expect(await server.run('tree -n empty')).toEqual({
      code: 0,
      stdout: '',
      stderr: 'Nothing in project empty.\n  ectropy apply -f FILE\n',
    });
    expect((await server.run('tree --dependents')).code).toBe(3);
    expect((await server.run('tree lamp nope')).code).toBe(5);
  });
});

describe('history', () => {
  test('tells when, who, why and what, the newest last', async () => {
    const rows = (await server.run('history lamp base --no-headers')).stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ {3,}/));
    expect(rows.map(([number, , , why, what]) => [number, why, what])).toEqual([
      ['1', 'create', 'first declared'],
      ['2', 'update', expect.stringContaining('bulbs: 1 → 7')],
    ]);
    expect((await server.run('history lamp base --limit 1 --no-headers')).stdout).toMatch(/^2 .*bulbs: 1 → 7/);
  });

  test('shows one as a document and what lies between two', async () => {
    const { documents } = decodeDocuments((await server.run('history lamp base --revision 1')).stdout, { format: 'yaml' });
    expect(documents[0]?.value).toMatchObject({ kind: 'Lamp', metadata: { name: 'base', labels: { tier: 'web' } }, spec: { bulbs: 1 } });
    expect((await server.run('history lamp base --diff 2..1')).stdout).toContain('spec.bulbs: 7 → 1');
    expect((await server.run('history lamp base --diff 1..1')).stderr).toContain('declare the same');
  });

  test.each([
    ['history lamp base --revision 99', 5, 'Lamp/base has no revision 99'],
    ['history lamp base --diff 1-2', 3, 'two numbers'],
    ['history lamp bose', 5, 'did you mean base?'],
    ['history plan x', 3, 'have no history'],
  ])('%s is refused', async (argv, code, message) => {
    const ended = await server.run(argv);
    expect([ended.code, ended.stderr]).toEqual([code, expect.stringContaining(message)]);
  });
});

describe('events and logs', () => {
  test('events of the project, of one resource, and of one type', async () => {
    expect((await server.run('events lamp top')).stdout).toMatch(/^TIME +TYPE +RESOURCE +REASON +MESSAGE\n\S+Z +Normal +Lamp\/top +/);
    const { stdout } = await server.run('events --type Warning -A -o json');
    const types = (JSON.parse(stdout) as { items: readonly { type: string }[] }).items.map(({ type }) => type);
    expect(types.every((type) => type === 'Warning')).toBe(true);
    const times = (await server.run('events --no-headers')).stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.slice(0, 20));
    expect(times).toEqual(times.toSorted());
    expect((await server.run('events --limit 1 --no-headers')).stdout.trimEnd().split('\n')).toHaveLength(1);
    expect((await server.run('events lamp nope')).code).toBe(5);
    expect((await server.run('events -n empty')).stderr).toBe('Nothing has happened in project empty lately.\n');
  });

  test('logs are what the thing says', async () => {
    expect(await server.run('logs lamp/top --tail 5')).toEqual({ code: 0, stdout: 'top was switched on\n', stderr: '' });
    expect((await server.run('logs -f lamp top')).code).toBe(0);
    expect((await server.run('logs kafka x')).stderr).toContain('resources of kind Kafka have no logs');
    expect((await server.run('logs lamp tip')).stderr).toContain('did you mean top?');
  });
});
