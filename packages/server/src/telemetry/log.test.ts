import { stripVTControlCharacters } from 'node:util';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openLog } from './log.ts';
import type { LogOptions, ServerLog } from './log.ts';
import { redact } from './redact.ts';

const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;

const now = (): Date => new Date('2026-01-02T03:04:05.006Z');

function capture(options: Partial<LogOptions> = {}): { log: ServerLog; lines: () => readonly string[] } {
  let written = '';
  const stream = { write: (text: string) => (written += text) };
  const log = openLog({ level: 'trace', format: 'json', isTty: false, stream, now, ...options });
  return { log, lines: () => written.split('\n').slice(0, -1) };
}

const parsed = (lines: readonly string[]): readonly unknown[] => lines.map((line) => JSON.parse(line));

describe('json', () => {
  test('a record is one line with level, time, fields and message', () => {
    const { log, lines } = capture();
    log.info('resource is ready', { kind: 'file', attempt: 2 });
    expect(lines()).toEqual(['{"level":"info","time":"2026-01-02T03:04:05.006Z","kind":"file","attempt":2,"msg":"resource is ready"}']);
  });

  test('a child carries its fields into every record', () => {
    const { log, lines } = capture();
    log.child({ worker: 'w1' }).child({ kind: 'file' }).warn('slow');
    expect(parsed(lines())).toMatchObject([{ level: 'warn', worker: 'w1', kind: 'file', msg: 'slow' }]);
  });

  test('an error keeps its message, stack and cause', () => {
    const { log, lines } = capture();
    log.error('turn failed', { kind: 'file' }, new Error('no luck', { cause: new Error('no disk') }));
    log.error('turn failed', {}, 'just a text');
    expect(parsed(lines())).toMatchObject([
      { kind: 'file', err: { type: 'Error', message: expect.stringContaining('no luck'), stack: expect.stringContaining('no disk') } },
      { err: { message: 'just a text' } },
    ]);
  });

  test.each([
    ['trace', ['debug', 'info', 'warn', 'error']],
    ['info', ['info', 'warn', 'error']],
    ['error', ['error']],
    ['silent', []],
  ] as const)('level %s writes %j', (level, expected) => {
    const { log, lines } = capture({ level });
    for (const method of ['debug', 'info', 'warn', 'error'] as const) log[method]('x');
    expect(parsed(lines())).toMatchObject(expected.map((one) => ({ level: one })));
  });

  test('a field cannot pass itself off as the record’s own', () => {
    const { log, lines } = capture();
    log.child({ time: 'never' }).info('real', { level: 'fake', msg: 'fake', other: 1 });
    expect(parsed(lines())).toMatchObject([{ level: 'info', msg: 'real', level_: 'fake', msg_: 'fake', time_: 'never', other: 1 }]);
  });

  test('a record in a span carries the trace id, another does not', () => {
    let active: string | undefined = traceparent;
    const { log, lines } = capture({ current: () => active });
    log.info('in', { kind: 'file' });
    active = undefined;
    log.info('out');
    const [inside, outside] = parsed(lines());
    expect(inside).toMatchObject({ trace_id: 'a'.repeat(32), kind: 'file' });
    expect(outside).not.toHaveProperty('trace_id');
  });
});

describe('pretty', () => {
  test.each([
    ['auto', true, true],
    ['auto', false, false],
    ['pretty', false, true],
    ['json', true, false],
  ] as const)('format %s with terminal=%s is pretty=%s', (format, isTty, pretty) => {
    const { log, lines } = capture({ format, isTty });
    log.info('hello');
    expect(lines()[0]?.startsWith('{')).toBe(!pretty);
  });

  test('time, level, message, fields', () => {
    const { log, lines } = capture({ format: 'pretty', noColor: true });
    log.child({ kind: 'file' }).warn('look here', { n: 1, text: 'two words', deep: { a: [1] }, none: null });
    expect(lines()).toEqual([
      expect.stringMatching(/^\d\d:\d\d:\d\d\.006 WARN {2}look here kind=file n=1 text="two words" deep=\{"a":\[1\]\} none=null$/),
    ]);
  });

  test('colours are only paint', () => {
    const coloured = capture({ format: 'pretty' });
    const plain = capture({ format: 'pretty', noColor: true });
    for (const { log } of [coloured, plain]) log.info('hello', { a: 1 });
    const [line = ''] = coloured.lines();
    expect(line).toContain('\u001B[32mINFO ');
    expect(line).toContain('\u001B[2m a=1');
    expect(stripVTControlCharacters(line)).toBe(plain.lines()[0]);
  });

  test('a stack stands below its record', () => {
    const { log, lines } = capture({ format: 'pretty', noColor: true });
    log.error('turn failed', {}, new Error('no luck'));
    expect(lines()[0]).toMatch(/ERROR turn failed$/);
    expect(lines()[1]).toBe('    Error: no luck');
    expect(lines()[2]).toMatch(/^ {8}at /);
  });

  test('logged text does not drive the terminal', () => {
    const { log, lines } = capture({ format: 'pretty', noColor: true });
    log.info('a\u001B[2Jb\nc', { 'k\u0007': '\u009B31m' });
    expect(lines()).toEqual([expect.stringMatching(/INFO {2}a\\u001b\[2Jb\\nc k\\u0007=\\u009b31m$/)]);
  });
});

describe('passwords in URLs are hidden', () => {
  test.each([
    ['postgres://u:pw@h:5432/d', 'postgres://u:***@h:5432/d'],
    ['postgresql://u:p%40w@h/d?x=1', 'postgresql://u:***@h/d?x=1'],
    ['at postgres://u:p/w#x@y@h/d today', 'at postgres://u:***@h/d today'],
    ['postgres://:pw@h', 'postgres://:***@h'],
    ['postgres://h/d?user=u&password=pw&x=1', 'postgres://h/d?user=u&password=***&x=1'],
    ['postgres://h/d?password=p\\"w', 'postgres://h/d?password=***'],
    ['postgres://u@h:5432/d', 'postgres://u@h:5432/d'],
    ['postgres://h:5432/d', 'postgres://h:5432/d'],
    ['https://u:pw@h/x', 'https://u:***@h/x'],
    ['http://registry:4873/@scope/pkg', 'http://registry:4873/@scope/pkg'],
    ['mail a:b@c', 'mail a:b@c'],
  ])('%s', (given, expected) => expect(redact(given)).toBe(expected));

  test('and JSON stays JSON', () => {
    const part = fc.constantFrom('postgres://', 'https://', 'u', ':', '@', '?password=', '&', '"', '\\', '\n', ' ', '/');
    const text = fc.array(part, { maxLength: 20 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, (a, b) => Object.keys(JSON.parse(redact(JSON.stringify({ a, b })))).join() === 'a,b'),
      { numRuns: 2_000 },
    );
  });

  test.each(['json', 'pretty'] as const)('in messages, fields, children and errors: %s', (format) => {
    const { log, lines } = capture({ format });
    const url = 'postgres://u:qwx"xwq\\2@h/d';
    log.child({ url }).error(`cannot reach ${url}`, { deep: [{ url }] }, new Error(`connect ${url}`));
    const all = lines().join('\n');
    expect(all).toContain('postgres://u:***@h/d');
    expect(all).not.toMatch(/qwx|xwq/);
    if (format === 'json') expect(parsed(lines())).toHaveLength(1);
  });
});
