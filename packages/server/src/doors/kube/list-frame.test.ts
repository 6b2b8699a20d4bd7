import * as fc from 'fast-check';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '@ectropy/sdk';
import { framed, frameOf } from './list-frame.ts';

const text = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.constantFrom('a\n\nb', ' x', '- y', '# z', 'no', '|', 'line\n', '\n', 'a: b', "it's", '"', '\ttab', 'long '.repeat(40)),
);
const json = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(text, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;
const object = fc.dictionary(text, json, { maxKeys: 4, noNullPrototype: true });

async function* each<T>(all: readonly T[]): AsyncGenerator<T> {
  yield* all;
}

async function chunksOf(chunks: AsyncIterable<string>): Promise<readonly string[]> {
  const list: string[] = [];
  for await (const chunk of chunks) list.push(chunk);
  return list;
}

const written = async (items: readonly Json[], metadata: JsonObject, format: 'json' | 'yaml'): Promise<string> => {
  const chunks = framed(each(items), frameOf({ kind: 'List', apiVersion: 'v1', metadata: {}, items: [] }, 'items', format), () => metadata);
  return (await chunksOf(chunks)).join('');
};

describe('a list that is written piece by piece', () => {
  test.each(['json', 'yaml'] as const)('reads in %s as the whole list would', async (format) => {
    await fc.assert(
      fc.asyncProperty(fc.array(object, { maxLength: 5 }), object, async (items, metadata) => {
        const read: unknown =
          format === 'json' ? JSON.parse(await written(items, metadata, format)) : load(await written(items, metadata, format));
        expect(read).toEqual({ kind: 'List', apiVersion: 'v1', items, metadata });
      }),
      { seed: 20_261_115, numRuns: 300 },
    );
  });

  test('comes in chunks, and says where to go on only at its end', async () => {
    const chunks = framed(
      each(Array.from({ length: 100 }, () => ({ text: 'x'.repeat(5_000) }))),
      frameOf({ kind: 'List' }, 'items', 'json'),
      () => ({ continue: 'here' }),
    );
    const told = await chunksOf(chunks);
    expect(told.length).toBeGreaterThan(5);
    expect(told.at(-1)).toMatch(/"metadata":\{"continue":"here"\}\}\n$/);
  });
});
