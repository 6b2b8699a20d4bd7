/** Watching, also when the server is lost and comes back. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lamp, startServer, type TestServer } from '../testing/server.ts';
import { openWay, startStranger } from '../testing/stranger.ts';
import { begin, ectropy } from '../testing/terminal.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server[Symbol.asyncDispose]());

describe('get --watch', () => {
  test('prints what is there and then a line for every change, in the same columns, until Ctrl-C', async () => {
    await server.create(lamp('first', {}, { namespace: 'w1' }));
    const running = server.begin('get lamps -n w1 --watch');
    await running.shows(/^first /m);
    await server.create(lamp('second', { mood: 'broken' }, { namespace: 'w1' }));
    await running.shows(/^second +False +Retrying/m);
    await server.run('delete lamp second -n w1 --yes');
    await running.shows(/^second .*Deleted/m);
    running.interrupt();
    const { code, stdout } = await running.ended;
    expect(code).toBe(130);
    const [head = '', ...lines] = stdout.trimEnd().split('\n');
    const column = head.indexOf('STATUS');
    expect(new Set(lines.map((line) => line.slice(0, column).endsWith('   ') && line[column] !== ' '))).toEqual(new Set([true]));
  });

  test('of nothing waits, and shows the first that comes', async () => {
    const running = server.begin('get lamps -n w2 -w');
    await running.shows('Waiting for changes.');
    await server.create(lamp('late', {}, { namespace: 'w2' }));
    await running.shows(/^late +True +Ready/m);
    running.interrupt();
    expect((await running.ended).code).toBe(130);
  });

  test('as JSON prints an object per line, with what happened to it if asked for', async () => {
    await server.create(lamp('one', {}, { namespace: 'w3' }));
    const running = server.begin('get lamp one -n w3 -w -o json --watch-events');
    await running.shows('"type":"ADDED"');
    await server.run('delete lamp one -n w3 --yes');
    await running.shows('"type":"DELETED"');
    running.interrupt();
    const values = (await running.ended).stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { object: { metadata: { name: string } } });
    expect(new Set(values.map(({ object }) => object.metadata.name))).toEqual(new Set(['one']));
  });

  test('goes on where it was when the server was lost: every change is seen', async () => {
    await using way = await openWay(server.url);
    const running = begin('get lamps -n w4 -w', { server: way.url });
    await running.shows('Waiting for changes.');
    await way.cut();
    await running.shows('waiting for it');
    await server.create(lamp('unseen', {}, { namespace: 'w4' }));
    await way.mend();
    await running.shows(/^unseen +True +Ready/m);
    await running.shows('the server is there again');
    running.interrupt();
    const { code, stderr } = await running.ended;
    expect(code).toBe(130);
    expect(stderr.match(/waiting for it/g)).toHaveLength(1);
  });
});

describe('a watch that is answered badly', () => {
  test.each([
    ['half a line', '{"type":"ADDED","obj'],
    ['nothing', ''],
    ['a version that is forgotten', '{"type":"ERROR","object":{"kind":"Status","reason":"Expired","message":"too old","code":410}}\n'],
  ])('%s: it goes on and misses nothing', async (_, answer) => {
    let spoiled = 0;
    await using way = await openWay(server.url, (path) => (path.includes('watch=true') && spoiled++ === 0 ? answer : undefined));
    const project = `bad${answer.length}`;
    const running = begin(`get lamps -n ${project} -w`, { server: way.url });
    await running.shows('Waiting for changes.');
    await server.create(lamp('seen', {}, { namespace: project }));
    await running.shows(/^seen +True +Ready/m);
    running.interrupt();
    expect([(await running.ended).code, spoiled > 1]).toEqual([130, true]);
  });
});

describe('others that watch', () => {
  test('events goes on with what happens', async () => {
    const running = server.begin('events -n w5 --watch');
    await running.shows('MESSAGE');
    await server.create(lamp('noted', {}, { namespace: 'w5' }));
    await running.shows(/Lamp\/noted +Synced/);
    running.interrupt();
    expect((await running.ended).code).toBe(130);
  });

  test('tree is drawn again at changes: in place on a terminal, one after the other elsewhere', async () => {
    await server.create(lamp('root', {}, { namespace: 'w6' }));
    const [plain, tty] = [server.begin('tree -n w6 -w'), server.begin('tree -n w6 -w', { tty: true })];
    await Promise.all([plain.shows('Lamp/root'), tty.shows('Lamp/root')]);
    await server.create(lamp('above', { dependencies: { next: { name: 'root' } } }, { namespace: 'w6' }));
    await Promise.all([plain.shows(/Lamp\/above {2}Ready\n {3}└─ ✓ Lamp\/root/), tty.shows('Lamp/above')]);
    plain.interrupt();
    tty.interrupt();
    expect((await plain.ended).stdout).not.toContain('\u001b');
    expect((await tty.ended).stdout).toContain('\u001b[2A\u001b[0J');
  });

  test('tree of one resource goes on over a lost server', async () => {
    await server.create(lamp('lone', {}, { namespace: 'w7' }));
    await using way = await openWay(server.url);
    const running = begin('tree lamp lone -n w7 -w', { server: way.url });
    await running.shows('Lamp/lone  Ready');
    await way.cut();
    await running.shows('waiting for it');
    await way.mend();
    await server.run(['apply', '-f', '-', '--yes', '--no-wait'], {
      stdin: JSON.stringify(lamp('lone', { mood: 'broken' }, { namespace: 'w7' })),
    });
    await running.shows(/Lamp\/lone {2}Retrying {2}/);
    running.interrupt();
    expect((await running.ended).code).toBe(130);
  });
});

describe('a server that is none', () => {
  test.each(['get files', 'describe file x', 'tree', 'events', 'kinds', 'history file x', 'logs file x', 'get files -w'])(
    '%s says that nobody is there, and what to do',
    async (argv) => {
      const { code, stdout, stderr } = await ectropy(argv, { server: 'http://127.0.0.1:1' });
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/^error: cannot reach Ectropy at http:\/\/127\.0\.0\.1:1.*\n +start it with/);
    },
  );

  test.each([
    ['a page', 'text/html', '<html>\u001b[2J</html>', 200],
    ['nothing', 'text/plain', '', 200],
    ['other JSON', 'application/json', '{"hello": "world"}', 200],
    ['a list', 'application/json', '[1, 2]', 200],
    ['an error page', 'text/html', '<h1>Bad gateway</h1>', 502],
    ['a refusal of its own', 'application/json', '{"error": "\\u001b[31mno"}', 403],
  ])('%s instead of an answer is told in words', async (_, type, body, status) => {
    await using stranger = await startStranger((_request, response) => response.writeHead(status, { 'content-type': type }).end(body));
    for (const argv of ['get files', 'tree', 'kinds', 'events', 'get files -w']) {
      const { code, stdout, stderr } = await ectropy(argv, { server: stranger.url });
      expect([argv, code === 0, stdout]).toEqual([argv, false, '']);
      expect(stderr).toMatch(/^error: .+\n/);
      expect(stderr).not.toContain('\u001b');
    }
  });
});
