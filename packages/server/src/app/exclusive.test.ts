import { describe, expect, test } from 'vitest';
import { openBed } from './testing/bed.ts';
import { exclusively } from './exclusive.ts';

const it = { kind: 'box', project: 'demo', name: 'one' };

describe('a turn', () => {
  test('is taken by one at a time, over all servers, whatever becomes of it', async () => {
    await using bed = await openBed();
    await using beside = await bed.beside();
    let inside = 0;
    const seen: number[] = [];
    const deed = (i: number) => async (): Promise<void> => {
      inside += 1;
      seen.push(inside);
      await new Promise((resolve) => setImmediate(resolve));
      inside -= 1;
      if (i % 3 === 0) throw new Error('no');
    };
    const all = Array.from({ length: 12 }, (_, i) => exclusively(it, i % 2 ? bed.deps : beside.deps, deed(i)));
    const outcomes = await Promise.allSettled(all);
    expect(seen).toEqual(all.map(() => 1));
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(4);
  });

  test('of another resource is another turn', async () => {
    await using bed = await openBed();
    const answer = await exclusively(it, bed.deps, () => exclusively({ ...it, name: 'two' }, bed.deps, async () => 'both'));
    expect(answer).toBe('both');
  });

  test('that a dead server took ends by its age', async () => {
    await using bed = await openBed();
    const never = new Promise<void>(() => undefined);
    const { promise: taken, resolve } = Promise.withResolvers<void>();
    void exclusively(it, bed.deps, () => (resolve(), never));
    await taken;
    let ms = 0;
    const later = { ...bed.deps, now: () => (ms += 5_000) };
    expect(await exclusively(it, later, async () => 'mine')).toBe('mine');
    expect(ms).toBeGreaterThan(20_000);
  });

  test('is not waited for without end', async () => {
    await using bed = await openBed();
    let ms = 0;
    const refusing = { ...bed.deps.store, commit: async () => ({ type: 'refused', refusal: { type: 'misused-key' } }) as const };
    const waiting = exclusively(it, { ...bed.deps, store: refusing, now: () => (ms += 10_000) }, async () => 'never');
    await expect(waiting).rejects.toMatchObject({ problem: { code: 'conflict', retryAfterMs: 1_000 } });
  });
});
