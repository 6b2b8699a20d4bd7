import { describe, expect, test } from 'vitest';
import { lineaged } from './lineage.ts';
import { aContext, aHeld, aKind } from './testing/builders.ts';
import { MemoryAccessor } from './testing/memory-accessor.ts';

const KEY = 'ectropy.dev/lineage';
const keys = [KEY, 'old.example/lineage'];
const outside = aContext();
const insider = aContext({ lineage: true });
const at = { project: 'alpha', name: 'one' };
const from = (lineage: string) => aHeld({ annotations: { x: '1', [KEY]: lineage } });
const bare = aHeld({ annotations: { x: '1' } });
const open = (...held: Parameters<typeof aHeld>[]) => {
  const inner = new MemoryAccessor(...held.map(([one]) => aHeld(one)));
  return { inner, accessor: lineaged(keys)(inner, aKind()), stored: () => [...inner.held.values()][0]?.annotations };
};

describe('reads', () => {
  test('show it to whoever asks for it, and to nobody else', async () => {
    const { accessor } = open([from('git:1')]);
    expect(await accessor.get(at, insider)).toEqual(from('git:1'));
    expect(await accessor.get(at, outside)).toEqual(bare);
    expect(await accessor.list({}, insider)).toEqual([from('git:1')]);
    expect(await accessor.list({}, outside)).toEqual([bare]);
    expect(await accessor.get({ ...at, name: 'two' }, outside)).toBeUndefined();
  });
});

describe('apply', () => {
  test.each([
    ['create by an insider, sent', undefined, from('new'), insider, { x: '1', [KEY]: 'new' }],
    ['create by anybody, forged', undefined, from('forged'), outside, { x: '1' }],
    ['create by anybody, forged under an older name', undefined, aHeld({ annotations: { [keys[1] ?? '']: 'forged' } }), outside, {}],
    ['update by an insider, sent', from('old'), from('new'), insider, { x: '1', [KEY]: 'new' }],
    ['update by an insider, not sent', from('old'), bare, insider, { x: '1' }],
    ['update by anybody, forged', from('old'), from('forged'), outside, { x: '1', [KEY]: 'old' }],
    ['update by anybody, not sent', from('old'), bare, outside, { x: '1', [KEY]: 'old' }],
  ])('%s', async (_, before, sent, context, stored) => {
    const scene = before ? open([before]) : open();
    const answer = await scene.accessor.apply(sent, context);
    expect(scene.stored()).toEqual(stored);
    expect(KEY in answer.annotations).toBe(context.lineage && KEY in stored);
  });

  test('an insider replaces without asking what was there', async () => {
    const { accessor, inner } = open([from('old')]);
    await accessor.apply(from('new'), insider);
    expect(inner.asked).toEqual([`apply ${JSON.stringify(at)}`]);
  });
});
