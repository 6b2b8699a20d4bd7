import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { allOf } from '../testing/all-of.ts';
import { lines } from './lines.ts';

async function* cut(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (const size of sizes) {
    yield bytes.subarray(at, at + size);
    at += size;
  }
  yield bytes.subarray(at);
}

test('wherever the chunks are cut, the lines are the same, also in the middle of a letter', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: 'grapheme' })), fc.array(fc.nat({ max: 9 })), async (texts, sizes) => {
      const whole = texts.map((text) => text.replaceAll('\n', ' '));
      const found = await allOf(lines(cut(new TextEncoder().encode(whole.join('\n')), sizes)));
      expect(found).toEqual(whole.map((text) => text.toWellFormed()).filter((text) => text !== ''));
    }),
    { seed: 2 },
  );
});

test('a letter that was cut off at the end is shown as one that cannot be read', async () => {
  expect(await allOf(lines(cut(new Uint8Array([0x61, 0xc3]), [])))).toEqual(['a\uFFFD']);
});
