import { expect, test } from 'vitest';
import { aContext, aHeld, aKind } from './testing/builders.ts';
import { MemoryAccessor } from './testing/memory-accessor.ts';
import { versioned } from './version.ts';

const context = aContext();
const kind = aKind({ versioned: 'version', sets: ['tags'] });
const held = (version: string, size: number, tags: readonly string[] = []) => aHeld({ spec: { version, size, tags } });

test('the same version with other content is refused and not sent on', async () => {
  const inner = new MemoryAccessor(held('1', 1));
  await expect(versioned(inner, kind).apply(held('1', 2), context)).rejects.toThrow('spec.version: version "1" exists already');
  expect(inner.asked).toHaveLength(1);
});

test('the same again, a new version, and a first one go through', async () => {
  const inner = new MemoryAccessor(held('1', 1, ['a', 'b']));
  const accessor = versioned(inner, kind);
  await accessor.apply(held('1', 1, ['b', 'a']), context);
  await accessor.apply(held('2', 2), context);
  await accessor.apply({ ...held('1', 7), name: 'two' }, context);
  expect(inner.held.size).toBe(2);
});

test('a kind without versions is left alone', () => {
  const inner = new MemoryAccessor();
  expect(versioned(inner, aKind())).toBe(inner);
});
