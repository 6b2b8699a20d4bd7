import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inFixedOrder } from './progress.ts';

describe('lines that follow the work', () => {
  test('of different resources may come in any order, those of one may not', () => {
    const seen = ['Plan: 2 to create.', '', 'B/b: Retrying: no', 'A/a: Retrying: no', 'A/a: Ready', 'B/b: Ready', '', 'B/z: Ready'];
    expect(inFixedOrder(seen)).toEqual([
      'Plan: 2 to create.',
      '',
      'A/a: Retrying: no',
      'A/a: Ready',
      'B/b: Retrying: no',
      'B/b: Ready',
      '',
      'B/z: Ready',
    ]);
    expect(inFixedOrder(['A/a: Ready', 'A/a: Retrying: no'])).toEqual(['A/a: Ready', 'A/a: Retrying: no']);
  });

  test('are compared without what a resource passes through, but with where it stays', () => {
    const quick = ['A/a: Ready', 'B/b: Pending', 'B/b: Blocked: waits for A/a', 'C/c: Deleted'];
    const slow = [
      'B/b: Pending',
      'C/c: Deleting: waits for A/a',
      'A/a: Pending',
      'C/c: Deleting',
      'A/a: Ready',
      'C/c: Deleted',
      'B/b: Blocked: waits for A/a',
    ];
    expect(inFixedOrder(quick)).toEqual(['A/a: Ready', 'B/b: Blocked: waits for A/a', 'C/c: Deleted']);
    expect(inFixedOrder(slow)).toEqual(inFixedOrder(quick));
  });

  test('are not taken for others', () => {
    const lines = ['error: B', 'spec.b: Value', 'B/b to create', 'a/b: Ready', 'A/a: it is odd'];
    expect(inFixedOrder(lines)).toEqual(lines);
  });

  const line = fc
    .tuple(fc.constantFrom('A/a', 'B/b', 'C/c'), fc.constantFrom('Pending', 'Ready', 'Failed: no'))
    .map(([title, phase]) => `${title}: ${phase}`);

  test('are the same for every way to interleave them', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 10 }), fc.array(fc.nat(), { minLength: 1, maxLength: 10 }), (lines, picks) => {
        const queues = [...Map.groupBy(lines, (one) => one.slice(0, 3)).values()];
        const shuffled = lines.map((_, i) => {
          const waiting = queues.filter((queue) => queue.length > 0);
          return waiting[(picks[i % picks.length] ?? 0) % waiting.length]?.shift() ?? '';
        });
        expect(inFixedOrder(shuffled)).toEqual(inFixedOrder(lines));
      }),
      { seed: 4 },
    );
  });
});
