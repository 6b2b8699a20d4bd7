import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { meetsFields, readFieldSelector, readLabelSelector } from './selectors.ts';
import { onlyProblems, refusal } from './testing/only-problems.ts';

describe('labels', () => {
  test('are read as everywhere', () => {
    expect(readLabelSelector('a=b,c in (x, y),!d')).toEqual([
      { key: 'a', op: 'in', values: ['b'] },
      { key: 'c', op: 'in', values: ['x', 'y'] },
      { key: 'd', op: 'absent' },
    ]);
    expect(readLabelSelector('')).toEqual([]);
  });

  test.each([
    ['a>1', 'compare numbers'],
    ['a=b,c < 3', 'compare numbers'],
    ['a=(', 'cannot read the label selector'],
  ])('%s is refused', (text, says) => expect(refusal(() => readLabelSelector(text))).toEqual([400, expect.stringContaining(says)]));
});

const supported = ['metadata.name', 'spec.color'];
const nameOnly = (field: string): string => (field === 'metadata.name' ? 'x' : '');
const meets = (text: string): boolean => meetsFields(readFieldSelector(text, supported), nameOnly);

describe('fields', () => {
  test.each([
    ['', []],
    ['metadata.name=x', [{ field: 'metadata.name', op: '=', value: 'x' }]],
    [
      'metadata.name==x,spec.color!=red',
      [
        { field: 'metadata.name', op: '=', value: 'x' },
        { field: 'spec.color', op: '!=', value: 'red' },
      ],
    ],
    ['spec.color=', [{ field: 'spec.color', op: '=', value: '' }]],
    ['spec.color=a\\,b\\=c\\\\d', [{ field: 'spec.color', op: '=', value: 'a,b=c\\d' }]],
    ['spec.color=a!b,', [{ field: 'spec.color', op: '=', value: 'a!b' }]],
  ])('%s', (text, terms) => expect(readFieldSelector(text, supported)).toEqual(terms));

  test('every field that is not supported is named', () => {
    expect(refusal(() => readFieldSelector('f=x', supported))).toEqual([400, 'field label not supported: f']);
    expect(refusal(() => readFieldSelector('f=x,g!=y,f=z', supported))).toEqual([
      400,
      'field label not supported: f; field label not supported: g',
    ]);
  });

  test.each(['x', '=x', '!=x', 'metadata.name=a=b', 'metadata.name=a\\x', 'metadata.name=a\\', 'metadata.name<3'])(
    '%s cannot be read',
    (text) => expect(refusal(() => readFieldSelector(text, supported))).toEqual([400, expect.stringContaining('invalid field selector')]),
  );

  test('all terms must hold; what is absent is empty', () => {
    expect(['', 'metadata.name=x', 'metadata.name=x,spec.color!=red', 'spec.color='].map(meets)).toEqual([true, true, true, true]);
    expect(['metadata.name=y', 'metadata.name=x,spec.color=red', 'metadata.name!=x'].map(meets)).toEqual([false, false, false]);
  });

  test('a value that was escaped comes out as it went in', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const escaped = value.replace(/[\\,=]/g, (char) => `\\${char}`);
        expect(readFieldSelector(`spec.color!=${escaped}`, supported)).toEqual([{ field: 'spec.color', op: '!=', value }]);
      }),
      { seed: 1, numRuns: 500 },
    );
  });
});

test('any text is understood or refused', () => {
  const piece = fc.oneof(fc.constantFrom('a', '=', '!=', ',', '\\', '(', ')', ' in ', '!', '<', 'metadata.name'), fc.string());
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      onlyProblems(() => readLabelSelector(pieces.join('')));
      onlyProblems(() => readFieldSelector(pieces.join(''), ['metadata.name']));
    }),
    { seed: 1, numRuns: 2000 },
  );
});
