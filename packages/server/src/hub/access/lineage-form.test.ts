import { describe, expect, test } from 'vitest';
import { applyLineage, lineageKey, readLineage, withLineage, withoutLineage } from './lineage-form.ts';

const key = lineageKey('ectropy.dev');
const former = lineageKey('old.example');
const keys = [key, former];
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

describe('what is stored', () => {
  test.each([
    ['create', undefined, 'new', true, 'new'],
    ['create', undefined, undefined, true, undefined],
    ['create', undefined, 'forged', false, undefined],
    ['create', undefined, undefined, false, undefined],
    ['update', 'old', 'new', true, 'new'],
    ['update', 'old', undefined, true, undefined],
    ['update', 'old', 'forged', false, 'old'],
    ['update', 'old', undefined, false, 'old'],
    ['update of what has none', undefined, 'forged', false, undefined],
  ])('%s: %s stored, %s sent, include %s → %s', (_, stored, incoming, include, expected) => {
    expect(applyLineage(stored, incoming, include)).toBe(expected);
  });
});

test('it is read and written under the present name, and removed under every name', () => {
  expect(readLineage({ [former]: 'a' }, keys)).toBe('a');
  expect(withLineage({ x: '1', [former]: 'a' }, keys, 'b')).toEqual({ x: '1', [key]: 'b' });
  expect(withLineage({ x: '1', [key]: 'a' }, keys, undefined)).toEqual({ x: '1' });
  expect(withoutLineage({ x: '1', [key]: 'a', [former]: 'b' }, keys)).toEqual({ x: '1' });
});

test('annotations with names that every object has stay as they are', () => {
  const odd = JSON.parse('{"__proto__": "p", "constructor": "c"}') as Record<string, string>;
  expect(Object.entries(withoutLineage(odd, keys))).toEqual([
    ['__proto__', 'p'],
    ['constructor', 'c'],
  ]);
  expect(readLineage({}, ['constructor'])).toBeUndefined();
});

const cleaned = (text: string): string | undefined => withoutLineage({ [LAST_APPLIED]: text }, keys)[LAST_APPLIED];

describe('the copy of the sent document', () => {
  test('loses the lineage and keeps the rest', () => {
    const document = { kind: 'Team', metadata: { name: 'a', annotations: { [key]: 'secret', x: '1' } }, spec: { lineage: 'mine' } };
    const left = { ...document, metadata: { name: 'a', annotations: { x: '1' } } };
    expect(JSON.parse(cleaned(JSON.stringify(document)) ?? '')).toEqual(left);
  });

  test('is the same text when there is none', () => {
    const text = '{ "metadata": { "annotations": { "x": "lineage" } } }';
    expect(cleaned(text)).toBe(text);
    expect(cleaned('{"metadata":null}')).toBe('{"metadata":null}');
  });

  test('hides it in no spelling', () => {
    const escaped = JSON.stringify({ metadata: { annotations: { [key]: 'secret' } } }).replace('lineage', '\\u006cineage');
    expect(cleaned(escaped)).not.toContain('secret');
  });

  test('is not handed out when it mentions lineage and cannot be read', () => {
    expect(cleaned(`{"metadata": {"annotations": {"${key}": "secret"`)).toBeUndefined();
    expect(cleaned(`"${key}: secret"`)).toBeUndefined();
  });
});
