import { expect, test } from 'vitest';
import type { Version } from '../core/resource.ts';
import type { ChangeRecord } from '../store/port.ts';
import { aResource } from '../testing/builders.ts';
import { Tail } from './tail.ts';

const version = (n: number): Version => String(n) as Version;
const change = (n: number): ChangeRecord => ({ type: 'put', version: version(n), at: 0, resource: aResource() });
const versions = (found: ReturnType<Tail['after']>): readonly number[] | undefined => found?.changes.map((one) => Number(one.version));

const limits = (most: number, heaviest = 1_000_000) => ({ most, heaviest });

test('gives what comes after a version, and says when that is not, or not yet, here', () => {
  const tail = new Tail(version(10), limits(100));
  tail.append([change(12), change(15)], version(20));
  const table = { 9: undefined, 10: [12, 15], 11: [12, 15], 12: [15], 14: [15], 15: [], 20: [], 21: undefined };
  for (const [at, expected] of Object.entries(table)) expect(versions(tail.after(at as Version, 1_000)), at).toEqual(expected);
});

test('is complete from its first version on, however much was cut off (L6)', () => {
  const tail = new Tail(version(0), limits(10));
  for (let n = 1; n <= 100; n += 1) {
    tail.append([change(n)], version(n));
    for (let at = 0; at <= n; at += 1) {
      const after = versions(tail.after(version(at), 1_000));
      if (after) expect(after).toEqual(Array.from({ length: n - at }, (_, i) => at + i + 1));
      else expect(n - at).toBeGreaterThan(10);
    }
  }
});

test('orders versions as numbers, not as words', () => {
  const tail = new Tail(version(8), limits(100));
  tail.append([change(9), change(10), change(100)], version(100));
  expect(versions(tail.after(version(9), 1_000))).toEqual([10, 100]);
});

test('holds no more than it can carry, and stays complete from its first version on (L6)', () => {
  const heavy = (n: number): ChangeRecord => ({ ...change(n), resource: aResource({ spec: { text: 'x'.repeat(10_000) } }) });
  const tail = new Tail(version(0), limits(1_000, 100_000));
  for (let n = 1; n <= 100; n += 1) {
    tail.append([heavy(n)], version(n));
    expect(versions(tail.after(version(n - 1), 1_000))).toEqual([n]);
    expect(tail.after(version(n - 11), 1_000)).toBeUndefined();
  }
  tail.append([{ ...change(101), resource: aResource({ spec: { text: 'x'.repeat(200_000) } }) }], version(101));
  expect(tail.after(version(100), 1_000)).toBeUndefined();
  expect(versions(tail.after(version(101), 1_000))).toEqual([]);
});

test('gives no more at once than was asked for, and says how far that goes', () => {
  const tail = new Tail(version(0), limits(100));
  tail.append([change(1), change(2), change(3)], version(9));
  expect(tail.after(version(0), 2)).toMatchObject({ changes: [{ version: '1' }, { version: '2' }], upTo: '2' });
  expect(tail.after(version(2), 2)).toMatchObject({ changes: [{ version: '3' }], upTo: '9' });
  expect(tail.after(version(0), 3)).toMatchObject({ upTo: '9' });
});
