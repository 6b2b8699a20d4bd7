import { describe, expect, test } from 'vitest';
import { MemoryFences } from '../testing/memory-fences.ts';
import { coalesced, fenced, fencesOf, stampOf } from './fences.ts';

const at = { project: 'p1', name: 'one' };

describe('names', () => {
  test('a change touches itself, the list of its project and the list of all, and nothing of others', () => {
    const changed = new Set(fencesOf.changed('team', at));
    const touched = (names: readonly string[]): boolean => names.some((name) => changed.has(name));
    expect([fencesOf.get('team', at), fencesOf.list('team', 'p1'), fencesOf.list('team', undefined)].map(touched)).toEqual([
      true,
      true,
      true,
    ]);
    const others = [
      fencesOf.get('team', { ...at, name: 'two' }),
      fencesOf.get('team', { ...at, project: 'p2' }),
      fencesOf.list('team', 'p2'),
    ];
    expect([...others, fencesOf.get('topic', at), fencesOf.list('topic', undefined)].map(touched)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  test('everything of a kind depends on the kind', () => {
    const [kind = ''] = fencesOf.kind('team');
    for (const names of [fencesOf.get('team', at), fencesOf.list('team', 'p1'), fencesOf.list('team', undefined)])
      expect(names).toContain(kind);
  });

  test('no two places have the same name, whatever stands in them', () => {
    const odd = ['a', 'all', 'get', 'list', 'a","b', 'a/b', '', '__proto__'];
    const names = odd.flatMap((x) => odd.flatMap((y) => [...fencesOf.get(x, { project: y, name: 'n' }), ...fencesOf.list(x, y)]));
    const expected = odd.length + 2 * odd.length * odd.length;
    expect(new Set(names).size).toBe(expected);
  });
});

describe('together', () => {
  test('who asks while a call is under way goes with the next one', async () => {
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const calls: (readonly string[])[] = [];
    const { read } = coalesced({
      async read(names) {
        calls.push(names);
        await gates[calls.length - 1]?.promise;
        return new Map([['a', String(calls.length)]]);
      },
      raise: async () => {},
    });
    const first = read(['a']);
    await Promise.resolve();
    await Promise.resolve();
    const later = [read(['b']), read(['c', 'b']), read(['a'])];
    gates[0]?.resolve();
    expect((await first).get('a')).toBe('1');
    gates[1]?.resolve();
    for (const one of await Promise.all(later)) expect(one.get('a')).toBe('2');
    expect(calls).toEqual([['a'], ['a', 'b', 'c']]);
  });

  test('1,000 readers at once are one read', async () => {
    const fences = new MemoryFences();
    const { read } = coalesced(fences);
    await Promise.all(Array.from({ length: 1_000 }, (_, i) => read([`n${i % 10}`])));
    expect(fences.reads.length).toBeLessThanOrEqual(2);
  });

  test('a failed call fails those who asked for it, and no later ones', async () => {
    let fail = true;
    const { raise } = coalesced({
      read: async () => new Map(),
      raise: () => (fail ? Promise.reject(new Error('down')) : Promise.resolve()),
    });
    await expect(raise(['a'])).rejects.toThrow('down');
    fail = false;
    await expect(raise(['a'])).resolves.toBeUndefined();
  });
});

describe('a fenced write', () => {
  test('raises, acts, raises', async () => {
    const order: string[] = [];
    const fences = { read: async () => new Map(), raise: async () => void order.push('raise') };
    expect(await fenced(['a'], fences, async () => order.push('deed'))).toBe(2);
    expect(order).toEqual(['raise', 'deed', 'raise']);
  });

  test('does nothing when the first raise fails', async () => {
    let done = false;
    const fences = { read: async () => new Map(), raise: () => Promise.reject(new Error('down')) };
    const deed = async (): Promise<void> => void (done = true);
    await expect(fenced(['a'], fences, deed)).rejects.toMatchObject({ problem: { code: 'unavailable' } });
    expect(done).toBe(false);
  });

  test('is not acknowledged when the second raise fails', async () => {
    let raises = 0;
    const fences = {
      read: async () => new Map(),
      raise: () => ((raises += 1) === 2 ? Promise.reject(new Error('down')) : Promise.resolve()),
    };
    await expect(fenced(['a'], fences, async () => 'done')).rejects.toMatchObject({
      problem: { code: 'unavailable', hint: expect.stringMatching('repeat') as unknown },
    });
  });

  test('that fails raises all the same, and tells its own failure even if that raise fails too', async () => {
    let raises = 0;
    const fences = {
      read: async () => new Map(),
      raise: () => ((raises += 1) === 2 ? Promise.reject(new Error('down')) : Promise.resolve()),
    };
    await expect(fenced(['a'], fences, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    expect(raises).toBe(2);
  });
});

test('fences that cannot be read have no stamp', async () => {
  expect(await stampOf(['a'], { read: () => Promise.reject(new Error('down')), raise: async () => {} })).toBeUndefined();
  expect(await stampOf(['a', 'b'], { read: async () => new Map([['b', '7']]), raise: async () => {} })).toBe('["","7"]');
});
