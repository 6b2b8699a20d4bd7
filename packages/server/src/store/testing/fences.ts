import { expect, test } from 'vitest';
import { until } from '../../testing/until.ts';
import { parallel } from './acts.ts';
import type { Open } from './open.ts';

export function fenceLaws(open: Open): void {
  test('a fence begins at 0 and grows with every raise', async () => {
    const store = await open();
    expect(await store.fences(['a', 'b', 'a'])).toEqual(
      new Map([
        ['a', '0'],
        ['b', '0'],
      ]),
    );
    await store.raiseFences(['a']);
    await store.raiseFences(['a', 'c']);
    expect(await store.fences(['c', 'a', 'b'])).toEqual(
      new Map([
        ['c', '1'],
        ['a', '2'],
        ['b', '0'],
      ]),
    );
    expect(await store.fences([])).toEqual(new Map());
  });

  test('a name that is given twice is raised once, and none at all is no fault', async () => {
    const store = await open();
    await store.raiseFences(['a', 'b', 'a']);
    await store.raiseFences([]);
    expect((await store.fences(['a'])).get('a')).toBe('1');
  });

  test('any text is a name', async () => {
    const store = await open();
    const names = ['', '__proto__', 'constructor', `it's "so" \\ {é}`, '\u{1f600}', 'A', 'a', 'x'.repeat(2_000)];
    await store.raiseFences(names);
    expect(await store.fences(names)).toEqual(new Map(names.map((name) => [name, '1'])));
  });

  test('raises of the same names at the same moment, in any order, are all counted', async () => {
    const store = await open();
    const names = Array.from({ length: 50 }, (_, i) => `f${i}`);
    await parallel(40, (i) => store.raiseFences(i % 2 === 0 ? names : names.toReversed()));
    expect(await store.fences(names)).toEqual(new Map(names.map((name) => [name, '40'])));
  });

  test('listeners hear of a raise', async () => {
    const store = await open();
    let heard = 0;
    store.onWake(() => void heard++);
    await until(async () => {
      await store.raiseFences(['a']);
      return heard > 0;
    });
  });
}
