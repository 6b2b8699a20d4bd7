import { type Json, ProblemError } from '@ectropy/sdk';
import { describe, expect, test } from 'vitest';
import { type DecodeOptions, decodeDocuments } from './decode.ts';

const values = (text: string | Uint8Array, options?: DecodeOptions): readonly Json[] =>
  decodeDocuments(text, options).documents.map(({ value }) => value);

const complaints = (text: string | Uint8Array, options?: DecodeOptions): readonly string[] => {
  try {
    decodeDocuments(text, options);
  } catch (error) {
    if (error instanceof ProblemError) return error.problems.map((problem) => new ProblemError(problem).message);
    throw error;
  }
  return [];
};

describe('what is read', () => {
  test.each<[string, string, readonly Json[]]>([
    ['JSON', '{"a": [1, "x", null, true, -0.5]}', [{ a: [1, 'x', null, true, -0.5] }]],
    ['JSON values one after the other', '{"a":1}\n{"a":2} {"a":3}{"a":4}', [{ a: 1 }, { a: 2 }, { a: 3 }, { a: 4 }]],
    ['YAML', 'a:\n  - 1\n  - x: y\n', [{ a: [1, { x: 'y' }] }]],
    ['YAML in braces', '{a: b, c: [d]}', [{ a: 'b', c: ['d'] }]],
    ['a stream', 'a: 1\n---\nb: 2\n...\n---\nc: 3\n', [{ a: 1 }, { b: 2 }, { c: 3 }]],
    ['JSON in a stream of YAML', '{"a": 1}\n---\n{"b": 2}\n', [{ a: 1 }, { b: 2 }]],
    ['nothing', '', []],
    ['comments only', '# nothing\n---\n# still nothing\n---\n', []],
    ['an explicit null', '--- null\n', [null]],
    ['a byte order mark', '\uFEFFa: 1', [{ a: 1 }]],
    ['a byte order mark before JSON', '\uFEFF{"a": 1}', [{ a: 1 }]],
    ['the line ends of other systems', 'a: 1\r\nb: |\r\n  x\r\n  y\r\n', [{ a: 1, b: 'x\ny\n' }]],
    ['characters beyond the first plane', 'a: "😀 ключ 日本"', [{ a: '😀 ключ 日本' }]],
    ['dates as strings', 'a: 2024-01-01\nb: 2024-01-01T00:00:00Z', [{ a: '2024-01-01', b: '2024-01-01T00:00:00Z' }]],
    [
      'the booleans of YAML 1.2 and no others',
      '[true, False, TRUE, yes, no, on, off, y, n]',
      [[true, false, true, 'yes', 'no', 'on', 'off', 'y', 'n']],
    ],
    ['numbers', '[0, -0, +1, 0x1F, 0o17, 0777, 1e3, .5, 1_000, 1:30]', [[0, 0, 1, 31, 15, 777, 1000, 0.5, '1_000', '1:30']]],
    [
      'allowed tags',
      'a: !!str 1\nb: !!int "7"\nc: !!map {}\nd: !<tag:yaml.org,2002:str> x\ne: ! 5\nf: !!float 2',
      [{ a: '1', b: 7, c: {}, d: 'x', e: '5', f: 2 }],
    ],
    ['keys as they are written', '1: a\ntrue: b\n0x10: c\n"": d', [{ 1: 'a', true: 'b', '0x10': 'c', '': 'd' }]],
    ['an alias', 'a: &x {b: 1}\nc: *x\nd: [*x]', [{ a: { b: 1 }, c: { b: 1 }, d: [{ b: 1 }] }]],
    ['an alias as a key', 'a: &x k\n*x : 1', [{ a: 'k', k: 1 }]],
    ['an anchor that is set again', 'a: &x 1\nb: *x\nc: &x 2\nd: *x', [{ a: 1, b: 1, c: 2, d: 2 }]],
    ['a merge; what is said wins', 'b: &b {x: 1, y: 2}\na:\n  y: 3\n  <<: *b', [{ b: { x: 1, y: 2 }, a: { y: 3, x: 1 } }]],
    ['a merge before what is said', 'b: &b {x: 1, y: 2}\na:\n  <<: *b\n  y: 3', [{ b: { x: 1, y: 2 }, a: { x: 1, y: 3 } }]],
    ['a merge of several; the first wins', 'a: {<<: [{x: 1}, {x: 2, y: 2}]}', [{ a: { x: 1, y: 2 } }]],
    ['a quoted merge key as a key', '{"<<": 1}', [{ '<<': 1 }]],
  ])('%s', (_, text, expected) => {
    expect(values(text)).toEqual(expected);
  });

  test('bytes', () => {
    expect(values(new TextEncoder().encode('\uFEFFa: ü'))).toEqual([{ a: 'ü' }]);
  });

  test('an alias is a copy: whoever changes one place does not change the other', () => {
    const [document] = values('a: &x {b: 1}\nc: *x') as readonly { a: object; c: object }[];
    expect(document?.a).not.toBe(document?.c);
  });
});

describe('what is refused, and where', () => {
  test.each<[string, string, string, DecodeOptions?]>([
    ['a missing value', '{"a":}', 'expected a value, found "}" (line 1, column 6)'],
    ['a missing brace', '{"a": 1,\n "b": [1, 2', "expected ',' or ']', found the end (line 2, column 12)"],
    ['a trailing comma', '[1,\n2,]', 'expected a value, found "]" (line 2, column 3)', { format: 'json' }],
    ['no quotes', '{a: 1}', 'expected a key in double quotes, found "a" (line 1, column 2)', { format: 'json' }],
    ['no colon', '{"a" 1}', 'expected \':\', found "1" (line 1, column 6)', { format: 'json' }],
    ['words of JavaScript', '[NaN]', 'expected a value, found "N" (line 1, column 2)', { format: 'json' }],
    ['leading zeros', '[01]', "expected ',' or ']', found \"1\" (line 1, column 3)", { format: 'json' }],
    [
      'a line break in a string',
      '["a\nb"]',
      'expected an escape for a control character, found "\\n" (line 1, column 4)',
      { format: 'json' },
    ],
    ['a bad escape', '["\\x"]', 'expected a valid escape, found "\\\\" (line 1, column 3)', { format: 'json' }],
    ['something behind it', '{}x', 'expected the end of the document, found "x" (line 1, column 3)', { format: 'json' }],
    ['YAML by its own mistake', 'a:\n  b: 1\n c: 2\n', '(line 3, column 2)'],
    ['a tab', 'a:\n\tb: 1', '(line 2, column 1)'],
    ['an alias to nothing', 'a: *x', 'there is no anchor &x before this alias (line 1, column 4)'],
    ['a loop', 'a: &x [1, *x]', 'the alias *x stands within its own anchor (line 1, column 11)'],
    ['an anchor of another document', 'a: &x 1\n---\nb: *x', 'there is no anchor &x before this alias (line 3, column 4)'],
    ['code', 'a: !!js/function "x"', 'the tag !!js/function is not allowed: use plain values (line 1, column 4)'],
    ['bytes in a tag', 'a: !!binary aGk=', 'the tag !!binary is not allowed: use plain values (line 1, column 4)'],
    ['a set', 'a: !!set {x}', 'the tag !!set is not allowed: use plain values (line 1, column 4)'],
    ['another handle', '%TAG ! tag:yaml.org,2002:\n---\na: !str 1', 'the directive %TAG is not allowed'],
    ['a tag that does not fit', 'a: !!int x', '"x" is not a int (line 1, column 4)'],
    ['infinity', 'a: .inf', '.inf is not a number that JSON has (line 1, column 4)'],
    ['not a number', 'a: [1, .nan]', '.nan is not a number that JSON has (line 1, column 8)'],
    ['a list as a key', '[a]: 1', 'a key must be a string (line 1, column 1)'],
    ['a mapping as a key', '? {a: b}\n: 1', 'a key must be a string (line 1, column 3)'],
    ['a merge of a word', 'a: {<<: x}', "only a mapping, or a list of mappings, can be merged with '<<' (line 1, column 9)"],
    ['NUL', 'a: x\u0000y', 'null byte is not allowed'],
  ])('%s', (_, text, expected, options) => {
    expect(complaints(text, options)).toEqual([expect.stringContaining(expected)]);
  });

  test('every value that could not be kept, with path and place', () => {
    expect(complaints('a: 9007199254740992\nb:\n  - 1e400\n  - "\\0"\n__proto__: {}\nc: -9007199254740991\n')).toEqual([
      'a: must be between -(2^53-1) and 2^53-1, or the number would not be kept exactly (line 1, column 1)',
      'b[1]: must not contain U+0000 or half of a surrogate pair (line 4, column 5)',
      '__proto__: is not allowed as a key (line 5, column 1)',
    ]);
    expect(complaints('{"a": 1e20, "b": [1e999], "constructor": 1, "c": "\\ud800"}')).toHaveLength(4);
  });

  test('a large number in JSON is told in its line', () => {
    expect(complaints('{\n  "spec": {\n    "id": 12345678901234567890\n  }\n}')).toEqual([
      'spec.id: must be between -(2^53-1) and 2^53-1, or the number would not be kept exactly (line 3, column 5)',
    ]);
  });

  test.each([
    ['UTF-16', Uint8Array.of(0xff, 0xfe, 0x61, 0x00), 'the document is UTF-16'],
    ['a broken character', Uint8Array.of(0x61, 0x0a, 0x62, 0xc3, 0x28), 'the document is not valid UTF-8 (line 2, column 2)'],
    ['a character that is cut off', Uint8Array.of(0x61, 0xe2, 0x82), 'the document is not valid UTF-8 (line 1, column 2)'],
    ['half of a pair', Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22), 'the document is not valid UTF-8 (line 1, column 2)'],
  ])('%s', (_, bytes, expected) => {
    expect(complaints(bytes)).toEqual([expected]);
  });

  test('does not name the prototype by accident', () => {
    expect(complaints('a: {__proto__: {polluted: true}}')).toEqual(['a.__proto__: is not allowed as a key (line 1, column 5)']);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

const told = (text: string): readonly string[] => decodeDocuments(text).duplicates.map((problem) => new ProblemError(problem).message);

describe('what is told without being refused', () => {
  test('a key that stands twice; the last one is taken', () => {
    expect(values('{"a": 1, "a": 2}')).toEqual([{ a: 2 }]);
    expect(values('a: 1\na: 2')).toEqual([{ a: 2 }]);
    expect(told('{"a": 1,\n "b": [{"c": 1, "\\u0063": 2}], "a": 2}')).toEqual([
      'b[0].c: stands twice (line 2, column 17)',
      'a: stands twice (line 2, column 32)',
    ]);
    expect(told('a: 1\nb:\n  - c: 1\n    c: 2\na: 3')).toEqual([
      'b[0].c: stands twice (line 4, column 5)',
      'a: stands twice (line 5, column 1)',
    ]);
  });

  test('not a key that was merged in before it was said', () => {
    expect(told('b: &b {x: 1}\na:\n  <<: *b\n  x: 2')).toEqual([]);
    expect(told('b: &b {x: 1}\na:\n  <<: *b\n  x: 2\n  x: 3')).toHaveLength(1);
  });

  test('words that other readers of YAML take for something else', () => {
    const { ambiguous } = decodeDocuments('a: no\nb: "no"\nc: 0777\non: [1_000, !!str yes]\nd: 10:30');
    expect(ambiguous.map(({ path, at }) => [path, at.line])).toEqual([
      [['a'], 1],
      [['c'], 3],
      [['on'], 4],
      [['on', 0], 4],
    ]);
    expect(ambiguous[0]?.hint).toBe('write "no" if it is a text');
  });
});
