import type { Intent, Plan } from '@ectropy/sdk';
import { describe, expect, test } from 'vitest';
import { plan } from './plan.ts';
import type { HttpCheckSpec } from './spec.ts';
import { aSubject } from './testing/asking.ts';

const url = 'https://example.com/healthz';
const planned = (intent: Intent<HttpCheckSpec>, spec: HttpCheckSpec = { url }): Plan<HttpCheckSpec> => plan(aSubject(spec), intent);
const created = (spec: HttpCheckSpec): Plan<HttpCheckSpec> => planned({ type: 'create', spec });

/** Each problem as `path: message`. */
const faults = (spec: HttpCheckSpec): readonly string[] => {
  const answer = created(spec);
  return answer.type === 'refuse' ? answer.problems.map(({ path = [], message }) => `${path.join('.')}: ${message}`) : [];
};

test('a create, a change and a correction all ask until the answer is right', () => {
  const summary = [`ask GET ${url} until it answers as declared`];
  expect(created({ url })).toEqual({ type: 'change', spec: { url }, memo: { misses: 0 }, summary, unknown: [['output', 'status']] });
  expect(planned({ type: 'update', spec: { url, status: 204 } })).toMatchObject({ type: 'change', spec: { url, status: 204 } });
  expect(planned({ type: 'correct', missing: false, drift: [] })).toMatchObject({ type: 'change', summary });
});

test('the same spec is a noop, a delete touches nothing, and there is no action', () => {
  expect(planned({ type: 'update', spec: { url } })).toEqual({ type: 'noop' });
  expect(planned({ type: 'delete' })).toMatchObject({ type: 'settle', output: null, summary: [`ask ${url} no more`] });
  expect(planned({ type: 'act', action: 'restart', params: {} })).toMatchObject({ type: 'refuse', problems: [{ code: 'unsupported' }] });
});

describe('what a schema cannot see is refused at its path', () => {
  const linear = 'is not a regular expression that can be matched in linear time';
  test.each<readonly [string, Partial<HttpCheckSpec>, string]>([
    ['no URL', { url: 'http://' }, 'spec.url: must be an http:// or https:// URL'],
    ['another protocol', { url: 'file:///etc/passwd' }, 'spec.url: must be an http:// or https:// URL'],
    ['a password in the URL', { url: 'https://me:hunter2@h/' }, 'spec.url: must not hold a user or a password, because it is shown'],
    ['a body of HEAD', { method: 'HEAD', body: { contains: 'x' } }, 'spec.body: cannot be looked at with HEAD'],
    [
      'a latency that nobody waits for',
      { max_latency_ms: 5_001 },
      'spec.max_latency_ms: must not be longer than timeout_ms (5000), after which nobody waits any more',
    ],
    ['a broken pattern', { body: { pattern: '[a' } }, `spec.body.pattern: ${linear}`],
    ['a backreference', { body: { pattern: '(a)\\1' } }, `spec.body.pattern: ${linear}`],
    [
      'a pattern that costs too much',
      { body: { pattern: '[a-z]{1,100}\\d' } },
      'spec.body.pattern: is too large: it repeats or lists too much',
    ],
    ['a pattern that explodes', { body: { pattern: '((a{100}){100}){100}' } }, 'spec.body.pattern: '],
    [
      'a header of the connection',
      { headers: { 'Transfer-Encoding': 'x' } },
      'spec.headers.Transfer-Encoding: belongs to the connection and cannot be given',
    ],
    [
      'a header with a line break',
      { headers: { 'x-a': 'hunter2\r\nx-b: 1' } },
      'spec.headers.x-a: holds characters that a header cannot have',
    ],
    ['a name with a space', { headers: { 'x a': '1' } }, 'spec.headers.x a: is not the name of a header'],
  ])('%s', (_, spec, fault) => {
    const [only = '', ...more] = faults({ url, ...spec });
    expect(only.startsWith(fault)).toBe(true);
    expect(more).toEqual([]);
  });

  test('all of it at once, and no value of a header is shown', () => {
    const spec = { url: 'ftp://h', max_latency_ms: 9_000, body: { pattern: '(' }, headers: { 'x-a': 'hunter2\n', te: 'hunter2' } };
    expect(faults(spec)).toHaveLength(5);
    expect(JSON.stringify(created(spec))).not.toContain('hunter2');
  });

  test.each([{ 'X-Token': 'ä' }, { host: 'other.example' }, JSON.parse('{"__proto__":"x","constructor":"y"}') as Record<string, string>])(
    'but not the headers %j',
    (headers) => expect(faults({ url, headers })).toEqual([]),
  );
});
