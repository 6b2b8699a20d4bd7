import { expect, test } from 'vitest';
import { type History, judge } from './history.ts';

const good: History = {
  acknowledged: [
    { urn: 'a', content: 'a1' },
    { urn: 'b', content: 'b1' },
    { urn: 'a', content: 'a2' },
  ],
  revisions: new Map([
    ['a', ['a1', 'a2']],
    ['b', ['b1']],
  ]),
  watched: {
    w: [
      { id: 1, urn: 'a', content: 'a1' },
      { id: 2, urn: 'b', content: 'b1' },
      { id: 4, urn: 'a', content: 'a1' },
      { id: 7, urn: 'a', content: 'a2' },
    ],
  },
};

const told = good.watched.w ?? [];

test('a history in which nothing was lost and nothing happened twice has no complaints', () => {
  expect(judge(good)).toEqual([]);
});

test.each([
  ['a write that is lost', { revisions: new Map([['a', ['a1', 'a2']]]) }, 'b in the store: b1 was acknowledged and is lost'],
  [
    'the last write of a resource is lost',
    { revisions: new Map(good.revisions).set('a', ['a1']) },
    'a in the store: a2 was acknowledged and is lost',
  ],
  ['a write that happened twice', { revisions: new Map(good.revisions).set('a', ['a1', 'a2', 'a2']) }, 'a in the store: a2 is there twice'],
  ['a write of nobody', { revisions: new Map(good.revisions).set('c', ['c1']) }, 'c in the store: nobody was told of c1'],
  ['writes in another order', { revisions: new Map(good.revisions).set('a', ['a2', 'a1']) }, 'a in the store: a2, a1 instead of a1, a2'],
  ['a change that a watcher missed', { watched: { w: told.slice(0, -1) } }, 'a to w: a2 was acknowledged and is lost'],
  ['a change that a watcher saw again', { watched: { w: [...told, ...told.slice(-1)] } }, 'w was told 7 after 7'],
  [
    'a change that a watcher saw again later',
    { watched: { w: [...told, { id: 8, urn: 'a', content: 'a1' }] } },
    'a to w: a1 is there twice',
  ],
  ['changes out of order', { watched: { w: told.toReversed() } }, 'w was told 4 after 7'],
] as const)('%s is noticed', (_, change: Partial<History>, complaint) => {
  expect(judge({ ...good, ...change })).toContain(complaint);
});
