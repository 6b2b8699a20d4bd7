import * as fc from 'fast-check';
import { type Json, type Path } from '@ectropy/sdk';
import { describe, expect, test } from 'vitest';
import { decodeDocuments } from './decode.ts';
import { encode } from './encode.ts';

const line = ({ line: l, column: c }: { readonly line: number; readonly column: number }): string => `${l}:${c}`;

describe('a value is found', () => {
  const yaml = 'apiVersion: v1\nspec:\n  "quoted": 1\n  list:\n    - a\n    - {b: c}\n    - &x !!str d\n---\nspec:\n  deep: {er: [1]}\n';

  test('where its key or item stands', () => {
    const [first, second] = decodeDocuments(yaml).documents;
    expect(first && line(first.at)).toBe('1:1');
    expect(second && line(second.at)).toBe('9:1');
    const at = (...path: Path): string | undefined => first && line(first.locate(path));
    expect(at('spec')).toBe('2:1');
    expect(at('spec', 'quoted')).toBe('3:3');
    expect(at('spec', 'list', 0)).toBe('5:7');
    expect(at('spec', 'list', 1, 'b')).toBe('6:8');
    expect(at('spec', 'list', 2)).toBe('7:7');
    expect(second && line(second.locate(['spec', 'deep', 'er', 0]))).toBe('10:15');
  });

  test('or where it would have to stand', () => {
    const [first] = decodeDocuments(yaml).documents;
    expect(first && line(first.locate(['spec', 'missing', 'field']))).toBe('2:1');
    expect(first && line(first.locate([]))).toBe('1:1');
  });

  test('in JSON, behind line ends of every kind', () => {
    const [document] = decodeDocuments('\r\n{\r"a":\n [ {"b" : 1} ]}').documents;
    expect(document && [line(document.at), line(document.locate(['a', 0, 'b']))]).toEqual(['2:1', '4:5']);
  });

  test('in a list that was flattened, also within another', () => {
    const text = 'kind: List\nitems:\n- {kind: A}\n- kind: BList\n  items:\n  - kind: B\n    x: 1\n---\nkind: C\nitems: [1]\n';
    const { documents } = decodeDocuments(text, { flattenLists: true });
    expect(documents.map(({ value, at }) => [(value as { kind: string }).kind, line(at)])).toEqual([
      ['A', '3:3'],
      ['B', '6:5'],
      ['C', '9:1'],
    ]);
    expect(documents[1] && line(documents[1].locate(['x']))).toBe('7:5');
    expect(decodeDocuments(text).documents).toHaveLength(2);
  });
});

const pathsIn = (value: Json, path: Path = []): readonly Path[] =>
  typeof value !== 'object' || value === null
    ? [path]
    : [path, ...Object.entries(value).flatMap(([key, item]) => pathsIn(item as Json, [...path, Array.isArray(value) ? Number(key) : key]))];

const document = fc.dictionary(fc.stringMatching(/^[a-z][\w -]{0,6}$/), fc.jsonValue({ maxDepth: 4, depthSize: 'small' }), { minKeys: 1 });

test.each(['json', 'yaml'] as const)('what stands at a place in %s is what has the path', (format) => {
  fc.assert(
    fc.property(document, (value) => {
      fc.pre(!/"(?:__proto__|constructor|prototype)"/.test(JSON.stringify(value)));
      fc.pre(JSON.stringify(value).isWellFormed() && !/\\u|e\+|\d{16}/.test(JSON.stringify(value)));
      const text = encode(value as Json, format);
      const lines = text.split('\n');
      const [decoded] = decodeDocuments(text, { format }).documents;
      for (const path of pathsIn(value as Json)) {
        const key = path.at(-1);
        if (typeof key !== 'string' || !decoded || !/^\w+$/.test(key)) continue;
        const { line: l, column: c } = decoded.locate(path);
        expect(
          lines[l - 1]
            ?.slice(c - 1)
            .replace(/^["']/, '')
            .startsWith(key),
        ).toBe(true);
      }
    }),
    { seed: 3, numRuns: 200 },
  );
});
