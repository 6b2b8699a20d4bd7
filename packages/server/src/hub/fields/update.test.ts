import { describe, expect, test } from 'vitest';
import { apply, aWidget, fieldsOfManager, nothingStored, type Stored, update } from './testing/documents.ts';

describe('update', () => {
  test('owns what it creates, the maps themselves included', () => {
    expect(fieldsOfManager(update(nothingStored, 'u', aWidget({ words: { x: '1' } }, { generateName: 'w-', uid: '1' })), 'u')).toEqual({
      'f:spec': { '.': {}, 'f:words': { '.': {}, 'f:x': {} } },
    });
  });

  test('takes what it changes from everybody, and everybody loses what it removes', () => {
    const stored = apply(update(nothingStored, 'u', aWidget({ color: 'red', size: 1 })), 'a', aWidget({ color: 'red', tags: ['x'] }));
    const changed = update(stored, 'v', aWidget({ color: 'blue', tags: ['x'] }));
    expect(fieldsOfManager(changed, 'v')).toEqual({ 'f:spec': { 'f:color': {} } });
    expect(fieldsOfManager(changed, 'a')).toEqual({ 'f:spec': { 'f:tags': { 'v:"x"': {} } } });
    expect(fieldsOfManager(changed, 'u')).toEqual({ 'f:spec': {} });
  });

  test('that changes nothing changes nobody', () => {
    const stored = update(nothingStored, 'u', aWidget({ color: 'red' }));
    expect(update(stored, 'v', aWidget({ color: 'red' }), { now: 9_000 }).managers).toEqual(stored.managers);
  });

  test('moves only the time of whoever changed something', () => {
    const stored = update(update(nothingStored, 'u', aWidget({ color: 'red', size: 1 })), 'v', aWidget({ color: 'red', size: 2 }), {
      now: 1_000,
    });
    const times = update(stored, 'v', aWidget({ color: 'red', size: 3 }), { now: 2_000 }).managers.map(
      ({ manager, time }) => `${manager} ${time.slice(17)}`,
    );
    expect(times).toEqual(['u 00Z', 'v 02Z']);
  });

  test('of a document that nobody keeps account of stays without', () => {
    expect(update({ live: aWidget({ color: 'red' }), managers: [] }, 'u', aWidget({ color: 'blue' })).managers).toEqual([]);
  });

  test('at the status owns only status, at the document none of it', () => {
    const stored = update(nothingStored, 'u', aWidget({ color: 'red' }, {}, { status: { phase: 'x' } }));
    expect(fieldsOfManager(stored, 'u')).not.toHaveProperty('f:status');
    const after = aWidget({ color: 'blue' }, {}, { status: { phase: 'y' } });
    const reported = update({ ...stored, live: aWidget({ color: 'red' }) }, 'c', after, { subresource: 'status' });
    expect(reported.managers.find(({ manager }) => manager === 'c')).toMatchObject({
      subresource: 'status',
      fieldsV1: { 'f:status': { '.': {}, 'f:phase': {} } },
    });
  });

  test('by more than ten tools makes the oldest of them one', () => {
    let stored: Stored = update(nothingStored, 'first', aWidget({ size: 0 }));
    for (let i = 0; i < 15; i++) {
      const words = Object.fromEntries(Array.from({ length: i + 1 }, (_, k) => [`k${k}`, 'v']));
      stored = update(stored, `u${String(i).padStart(2, '0')}`, aWidget({ size: 0, words }), { now: i * 1_000 });
    }
    expect(stored.managers).toHaveLength(10);
    expect(stored.managers[0]?.manager).toBe('ancient-changes');
    expect(fieldsOfManager(stored, 'ancient-changes')).toMatchObject({ 'f:spec': { 'f:size': {}, 'f:words': { 'f:k0': {}, 'f:k5': {} } } });
    expect(stored.managers.at(-1)?.manager).toBe('u14');
  });
});

describe('moving from client-side to server-side apply', () => {
  const annotation = 'kubectl.kubernetes.io/last-applied-configuration';
  const last = aWidget({ color: 'red', size: 1 });
  const created = update(
    nothingStored,
    'kubectl-client-side-apply',
    aWidget({ color: 'red', size: 1 }, { annotations: { [annotation]: JSON.stringify(last) } }),
  );

  test('lets kubectl change what it applied itself, and writes down what it applies', () => {
    const moved = apply(created, 'kubectl', aWidget({ color: 'blue', size: 1 }));
    expect(moved.live.spec).toEqual({ color: 'blue', size: 1 });
    expect(moved.live.metadata).toEqual({
      name: 'w',
      annotations: {
        [annotation]: `${'{"apiVersion":"example.dev/v1","kind":"Widget","metadata":{"name":"w"},"spec":{"color":"blue","size":1}}'}\n`,
      },
    });
    expect(apply(moved, 'kubectl', aWidget({ color: 'blue', size: 1 }))).toEqual(moved);
  });

  test('does not let anybody else, nor kubectl what somebody has changed since', () => {
    expect(() => apply(created, 'other', aWidget({ color: 'blue' }))).toThrow('.spec.color');
    const edited = update(created, 'edit', { ...created.live, spec: { color: 'green', size: 1 } });
    expect(() => apply(edited, 'kubectl', aWidget({ color: 'blue', size: 2 }))).toThrow('.spec.color');
  });

  test.each(['', '{', '7', '{"apiVersion":"example.dev/v1","spec":{"tags":["a","a"]}}', '{"a":'.repeat(40_000) + '1' + '}'.repeat(40_000)])(
    'takes an annotation that makes no sense for none (%#)',
    (text) => {
      const broken = update(created, 'edit', { ...created.live, metadata: { name: 'w', annotations: { [annotation]: text } } });
      expect(() => apply(broken, 'kubectl', aWidget({ color: 'blue' }))).toThrow('.spec.color');
    },
  );

  test('drops the annotation when it would not fit any more', () => {
    const large = aWidget({ color: 'red', size: 1, free: { text: 'x'.repeat(300_000) } });
    expect(apply(created, 'kubectl', large).live.metadata).toEqual({ name: 'w' });
  });
});
