import { expect, test } from 'vitest';
import type { Fault } from './history.ts';
import { leasesExclusive, leasesRenewed, type LeaseEvent } from './leases.ts';
import { revisionsKept } from './revisions.ts';
import { aHistory } from './testing/a-history.ts';

const event = (type: LeaseEvent['type'], role: string, at: number, token = 1, place = 'servers/s'): LeaseEvent => ({
  type,
  role,
  at,
  token,
  place,
});
const judged = (events: readonly LeaseEvent[], faults: readonly Fault[] = []) => {
  const history = { ...aHistory(), faults, leases: { leaseMs: 3_000, events } };
  return [...leasesExclusive(history), ...leasesRenewed(history)].map(({ text }) => text);
};

test.each<readonly [string, readonly LeaseEvent[], RegExp]>([
  ['a claim while another holds it', [event('claimed', 'a', 0), event('claimed', 'b', 1_000, 2)], /b took servers\/s from a after 1000 ms/],
  [
    'a claim after the claim has ended and before the renewal has',
    [event('claimed', 'a', 0), event('renewed', 'a', 2_000), event('claimed', 'b', 3_500, 2)],
    /after 1500 ms of 3000/,
  ],
  [
    'an end by somebody else',
    [event('claimed', 'a', 0), event('claimed', 'b', 3_100, 2), event('ended', 'a', 3_200, 2)],
    /a ended the lease of b on servers\/s, 100 ms/,
  ],
  ['a token that does not rise', [event('claimed', 'a', 0), event('ended', 'a', 1), event('claimed', 'b', 2)], /with token 1 after 1/],
  [
    'long work without a heartbeat',
    ['x', 'y', 'z'].flatMap((place) => [event('claimed', 'a', 0, 1, place), event('ended', 'a', 2_900, 1, place)]),
    /3 of 3 leases/,
  ],
])('%s is told', (_, events, expected) => {
  expect(judged(events).join()).toMatch(expected);
});

test('who was interrupted need not renew, and a new holder after the lease is no harm', () => {
  const places = ['servers/x', 'servers/y', 'servers/z'];
  const events = places.flatMap((place) => [event('claimed', 'worker_1', 0, 1, place), event('claimed', 'worker_2', 3_000, 2, place)]);
  expect(judged(events, [{ by: 'the death of worker 2', at: 100 }])).not.toEqual([]);
  expect(judged(events, [{ by: 'the death of worker 1', at: 5_000 }])).not.toEqual([]);
  for (const by of ['the sleep of worker 1', 'the death of PostgreSQL']) expect(judged(events, [{ by, at: 100 }])).toEqual([]);
});

test('who has to live with a failure need not renew until they die', () => {
  const places = ['servers/x', 'servers/y', 'servers/z'];
  const events = places.flatMap((place) => [event('claimed', 'worker_1', 9_000, 1, place), event('claimed', 'worker_2', 12_100, 2, place)]);
  const failing: Fault = { by: 'a failpoint in worker 1', at: 0, lasts: true };
  expect(judged(events, [failing])).toEqual([]);
  expect(judged(events, [{ by: failing.by, at: 0 }])).not.toEqual([]);
  expect(judged(events, [failing, { by: 'the death of worker 1', at: 1_000 }])).not.toEqual([]);
  expect(judged(events, [failing, { by: 'the death of worker 2', at: 1_000 }])).toEqual([]);
});

test.each([[[1]], [[1, 3]], [[]], [[1, 2, 3]]])('revisions %j of 2 are told', (kept) => {
  expect(revisionsKept({ revisions: [{ place: 'servers/s', declared: 2, kept }] })).toHaveLength(1);
});
