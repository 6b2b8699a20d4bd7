import { expect, test } from 'vitest';
import { readParams } from './params.ts';

const schema = {
  type: 'object',
  properties: {
    text: { type: 'string' },
    count: { type: 'integer' },
    on: { type: 'boolean' },
    list: { type: 'array' },
    any: {},
    either: { type: ['integer', 'null'] },
  },
};

test.each([
  ['text=5', { text: '5' }],
  ['text="q"', { text: '"q"' }],
  ['text=a=b', { text: 'a=b' }],
  ['text=', { text: '' }],
  ['count=5', { count: 5 }],
  ['count=five', { count: 'five' }],
  ['count=5.5', { count: '5.5' }],
  ['count=99999999999999999999', { count: '99999999999999999999' }],
  ['on=true', { on: true }],
  ['on=yes', { on: 'yes' }],
  ['list=[1,2]', { list: [1, 2] }],
  ['list={}', { list: '{}' }],
  ['either=null', { either: null }],
  ['any=5', { any: 5 }],
  ['unknown={"a":1}', { unknown: { a: 1 } }],
  ['unknown=word', { unknown: 'word' }],
])('%s', (word, params) => {
  expect(readParams([word], schema)).toEqual(params);
});

test('a key is a key, whatever it is called', () => {
  expect(Object.entries(readParams(['__proto__=1', 'constructor=2'], schema))).toEqual([
    ['__proto__', 1],
    ['constructor', 2],
  ]);
});

test('everything that is wrong is told at once', () => {
  expect(() => readParams(['a', '=1', 'b=1', 'b=2'], undefined)).toThrow(/"a" is no parameter.*"=1" is no parameter.*b stands there twice/);
});
