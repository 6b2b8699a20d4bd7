import { ProblemError } from '@ectropy/sdk';
import { expect, test } from 'vitest';
import { Faults } from './faults.ts';
import { Query } from './query.ts';

function read<T>(url: string, work: (query: Query) => T): T | string {
  const faults = new Faults();
  try {
    const value = work(new Query(url, faults));
    faults.check();
    return value;
  } catch (error) {
    if (error instanceof ProblemError) return error.message;
    throw error;
  }
}

test.each([
  ['true', true],
  ['1', true],
  ['T', true],
  ['FALSE', false],
  ['0', false],
])('a flag may be %s', (value, expected) => {
  expect(read(`/?dry_run=${value}`, (query) => query.bool('dry_run'))).toBe(expected);
});

test('camelCase and snake_case mean the same', () => {
  expect(read('/?pageSize=3', (query) => query.int32('page_size'))).toBe(3);
});

test('maps are written with brackets, plain or encoded', () => {
  expect(read('/?labels[a]=1&labels%5Bb.c%2Fd%5D=x+y%20z', (query) => query.words('labels'))).toEqual({ a: '1', 'b.c/d': 'x y z' });
});

test('a key of an object prototype is a key like any other', () => {
  const words = read('/?labels[__proto__]=x', (query) => query.words('labels'));
  expect(Object.entries(words)).toEqual([['__proto__', 'x']]);
});

test.each([
  ['/?dry_run=', (query: Query) => query.bool('dry_run'), 'dry_run: must be true or false'],
  ['/?dry_run=yes', (query: Query) => query.bool('dry_run'), 'dry_run: must be true or false'],
  ['/?page_size=x', (query: Query) => query.int32('page_size'), 'page_size: must be a whole number'],
  ['/?page_size=1.5', (query: Query) => query.int32('page_size'), 'page_size: must be a whole number'],
  ['/?page_size=2147483648', (query: Query) => query.int32('page_size'), 'page_size: must be a whole number'],
  ['/?kind=a&kind=b', (query: Query) => query.text('kind'), 'kind: is set more than once'],
  ['/?kind=%zz', (query: Query) => query.text('kind'), 'query.kind: cannot be decoded'],
  ['/?kind=%ff', (query: Query) => query.text('kind'), 'query.kind: cannot be decoded'],
  ['/?kind=a%00b', (query: Query) => query.text('kind'), 'query.kind: cannot be decoded'],
  ['/?labels[a]=1&labels[a]=2', (query: Query) => query.words('labels'), 'labels.a: is set more than once'],
  ['/?labels[]=1', (query: Query) => query.words('labels'), 'labels: has an entry without a key'],
])('%s is refused', (url, work, message) => {
  expect(read<unknown>(url, work)).toContain(message);
});

test('unknown fields and empty ones are ignored', () => {
  expect(read('/?x=1&&kind=', (query) => query.text('kind'))).toBeUndefined();
});
