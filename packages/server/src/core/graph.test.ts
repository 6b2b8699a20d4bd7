import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Edge, findCycle } from './graph.ts';
import type { Urn } from './urn.ts';

const edge = (from: string, to: string): Edge => ({ from: from as Urn, key: 'on', to: to as Urn });
const edges = (text: string): readonly Edge[] =>
  text.split(' ').map((pair) => {
    const [from = '', to = ''] = pair.split('>');
    return edge(from, to);
  });

describe('a cycle', () => {
  test.each([
    ['of one', 'a>a', 'a a'],
    ['of two', 'a>b b>a', 'a b a'],
    ['of three', 'a>b b>c c>a', 'a b c a'],
    ['behind a way in', 'x>a a>b b>a', 'a b a'],
    ['beside a dead end', 'a>x a>b b>x b>a', 'a b a'],
    ['in the second part', 'a>b c>d d>c', 'c d c'],
  ])('%s is printed as the walk that closes it (R28)', (_, text, cycle) => {
    expect(findCycle(edges(text))?.join(' ')).toBe(cycle);
  });

  test.each([
    ['a chain', 'a>b b>c'],
    ['a diamond', 'a>b a>c b>d c>d'],
    ['the same link at two keys', 'a>b a>b'],
  ])('is not seen in %s (R28)', (_, text) => {
    expect(findCycle(edges(text))).toBeUndefined();
  });

  test('is not seen where there is nothing (R28)', () => {
    expect(findCycle([])).toBeUndefined();
  });

  test('is found at the end of a chain of ten thousand, without recursion (R28)', () => {
    const chain = Array.from({ length: 10_000 }, (_, i) => edge(`n${i}`, `n${i + 1}`));
    expect(findCycle(chain)).toBeUndefined();
    expect(findCycle(chain.toReversed())).toBeUndefined();
    expect(findCycle([...chain, edge('n10000', 'n0')])).toHaveLength(10_002);
  });

  test('is found just where one exists, and every pair of it is an edge (R28)', () => {
    const node = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
    const graph = fc.array(
      fc.tuple(node, node).map(([from, to]) => edge(from, to)),
      { maxLength: 9 },
    );
    fc.assert(
      fc.property(graph, (all) => {
        const cycle = findCycle(all);
        if (!cycle) return isAcyclic(all);
        const pairs = cycle.slice(1).map((to, i) => [cycle[i], to]);
        return (
          cycle.at(0) === cycle.at(-1) &&
          pairs.length > 0 &&
          pairs.every(([from, to]) => all.some((one) => one.from === from && one.to === to))
        );
      }),
      { seed: 7, numRuns: 2_000 },
    );
  });
});

/** The slow way: take away what points nowhere until nothing is left. */
function isAcyclic(all: readonly Edge[]): boolean {
  const left = all.filter(({ to }) => all.some(({ from }) => from === to));
  return all.length === 0 || (left.length < all.length && isAcyclic(left));
}
