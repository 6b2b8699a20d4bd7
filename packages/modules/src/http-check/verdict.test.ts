import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Answer } from './ask.ts';
import type { HttpCheckSpec } from './spec.ts';
import { verdictOf } from './verdict.ts';

const url = 'https://example.com/';
const came = (more: Partial<Extract<Answer, { type: 'answer' }>> = {}): Answer => ({ type: 'answer', status: 200, latencyMs: 10, ...more });
const text = (words: string, cut = false): Answer => came({ body: { type: 'text', text: words, cut } });
const drift = ({ expected, actual }: ReturnType<typeof verdictOf>): readonly string[] =>
  Object.keys(expected).flatMap((key) =>
    expected[key] === actual[key] ? [] : [`${key}: ${String(expected[key])} → ${String(actual[key])}`],
  );

describe('what differs is told in one sentence and as drift', () => {
  test.each<readonly [string, Partial<HttpCheckSpec>, Answer, string, readonly string[]]>([
    ['nothing', {}, came(), 'answers as declared', []],
    ['one of the statuses', { status: [200, 204] }, came({ status: 204 }), 'answers as declared', []],
    ['the status', {}, came({ status: 503 }), 'was expected to answer 200, but answered 503', ['status: 200 → 503']],
    [
      'none of the statuses',
      { status: [200, 204] },
      came({ status: 302 }),
      'was expected to answer one of 200, 204, but answered 302',
      ['status: one of 200, 204 → 302'],
    ],
    ['a latency at the limit', { max_latency_ms: 10 }, came(), 'answers as declared', []],
    ['the latency', { max_latency_ms: 9 }, came(), 'took more than 9 ms', ['latency: at most 9 ms → more than 9 ms']],
    ['a text that is there', { body: { contains: 'ok' } }, text('all ok'), 'answers as declared', []],
    [
      'the text, which is no pattern',
      { body: { contains: '.*' } },
      text('all ok'),
      'answered with a body that does not contain ".*"',
      ['body: as declared → does not contain ".*"'],
    ],
    [
      'the text, as far as it was read',
      { body: { contains: 'ok' } },
      text('no', true),
      'answered with a body that does not contain "ok" in its first 1 MiB',
      ['body: as declared → does not contain "ok" in its first 1 MiB'],
    ],
    ['a pattern that matches', { body: { pattern: '(?m)^ready: \\d+$' } }, text('a\nready: 12\n'), 'answers as declared', []],
    [
      'the pattern',
      { body: { pattern: '^ok' } },
      text('not ok'),
      'answered with a body that does not match "^ok"',
      ['body: as declared → does not match "^ok"'],
    ],
    [
      'a body that cannot be read',
      { body: { contains: 'x' } },
      came({ body: { type: 'unreadable', why: 'is compressed ("br"), although that was not asked for' } }),
      'answered with a body that is compressed ("br"), although that was not asked for',
      ['body: as declared → is compressed ("br"), although that was not asked for'],
    ],
    [
      'several things',
      { max_latency_ms: 5 },
      came({ status: 500 }),
      'was expected to answer 200, but answered 500, and took more than 5 ms',
      ['status: 200 → 500', 'latency: at most 5 ms → more than 5 ms'],
    ],
    [
      'all of it',
      { body: { contains: 'x' }, max_latency_ms: 1 },
      { type: 'none', why: 'the connection was refused' },
      'gave no answer: the connection was refused',
      ['answer: one → none: the connection was refused'],
    ],
  ])('%s', (_, spec, answer, sentence, differs) => {
    const verdict = verdictOf({ url, ...spec }, answer);
    expect(verdict.sentence).toBe(`GET ${url} ${sentence}`);
    expect(drift(verdict)).toEqual(differs);
    expect(verdict.healthy).toBe(differs.length === 0);
  });
});

test('the latency itself is told nowhere, so that an unchanged world reads the same at each look (L8, L10)', () => {
  fc.assert(
    fc.property(fc.nat(500), fc.nat(500), fc.constantFrom(200, 503), (a, b, status) => {
      const spec = { url, max_latency_ms: 500 };
      expect(verdictOf(spec, came({ latencyMs: a, status }))).toEqual(verdictOf(spec, came({ latencyMs: b, status })));
    }),
    { seed: 4 },
  );
});

test('it is healthy exactly when nothing drifts, whatever came', () => {
  const answers = fc.oneof(
    fc.record({ type: fc.constant('none' as const), why: fc.string() }),
    fc.record({
      type: fc.constant('answer' as const),
      status: fc.integer({ min: 100, max: 599 }),
      latencyMs: fc.nat(),
      body: fc.record({ type: fc.constant('text' as const), text: fc.string({ unit: 'binary' }), cut: fc.boolean() }),
    }),
  );
  fc.assert(
    fc.property(answers, fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }), (answer, contains) => {
      const verdict = verdictOf({ url, body: { contains, pattern: '[a-z]' }, max_latency_ms: 100 }, answer);
      expect(verdict.healthy).toBe(drift(verdict).length === 0);
      expect(verdict.output).toEqual({ url, status: answer.type === 'none' ? null : answer.status, healthy: verdict.healthy });
    }),
    { seed: 4 },
  );
});

test('a pattern over the largest body that it sees takes no longer than a worker can spare', () => {
  const begun = performance.now();
  verdictOf({ url, body: { pattern: '[a-z]{1,70}\\d' } }, text('ab'.repeat(524_288)));
  verdictOf({ url, body: { pattern: '(?i)(a|b)*c$' } }, text('ab'.repeat(524_288)));
  expect(performance.now() - begun).toBeLessThan(3_000);
});
