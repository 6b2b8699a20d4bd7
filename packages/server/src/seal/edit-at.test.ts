import { expect, test } from 'vitest';
import { editAt } from './edit-at.ts';

const mark = (...path: (string | number)[]) => ({ path, edit: (value: unknown) => `<${JSON.stringify(value)}>` });

test('values are changed at their places, and what lies beside is not copied', () => {
  const beside = { c: 1 };
  const edited = editAt({ a: [{ b: 1 }, { b: 2 }], beside }, [mark('a', 1, 'b'), mark('a', 0)]);
  expect(edited).toEqual({ a: ['<{"b":1}>', { b: '<2>' }], beside });
  expect((edited as { beside: unknown }).beside).toBe(beside);
});

test('a path that leads nowhere changes nothing', () => {
  const document = { a: [1], b: 'text', c: null };
  expect(editAt(document, [mark('a', 5), mark('a', '0'), mark('b', 'length'), mark('c', 'd'), mark('toString')])).toEqual(document);
});

test('names of the prototype are names like any other', () => {
  const document = JSON.parse('{"__proto__":{"x":1}}') as never;
  expect(JSON.stringify(editAt(document, [mark('__proto__', 'x')]))).toBe('{"__proto__":{"x":"<1>"}}');
  expect(JSON.stringify(editAt({}, [mark('__proto__', 'polluted')]))).toBe('{}');
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});

test('ten thousand places take one walk', () => {
  const document = Array.from({ length: 10_000 }, (_, i) => ({ i }));
  const edited = editAt(
    document,
    document.map(({ i }) => mark(i, 'i')),
  );
  expect((edited as unknown[]).at(-1)).toEqual({ i: '<9999>' });
});
