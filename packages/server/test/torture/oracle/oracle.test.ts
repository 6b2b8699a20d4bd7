/** An oracle that cannot complain proves nothing: each law is broken here once, and must be missed. */
import type { JsonObject } from '@ectropy/sdk';
import { describe, expect, test } from 'vitest';
import type { Asked, Final, History, Seen, Violation, Watched } from './history.ts';
import { judge } from './judge.ts';
import { recoveryOf } from './recovery.ts';
import { aHistory } from './testing/a-history.ts';

type Spoil = (history: History) => Partial<History>;

const askedAs =
  (mark: string, change: Partial<Asked>): Spoil =>
  ({ asked }) => ({ asked: asked.map((one) => (one.mark === mark ? { ...one, ...change } : one)) });

const inLedger =
  (seq: number, change: (entry: History['ledger'][number]) => readonly History['ledger'][number][]): Spoil =>
  ({ ledger }) => ({ ledger: ledger.flatMap((entry) => (entry.seq === seq ? change(entry) : [entry])) });

const inWatch =
  (change: (events: readonly Seen[]) => readonly Seen[], more: Partial<Watched> = {}): Spoil =>
  ({ watched }) => ({
    watched: watched.map((one) =>
      one.name === 'b' && one.collection === 'servers' ? { ...one, events: change(one.events), ...more } : one,
    ),
  });

const inEnd =
  (change: (final: Final) => Partial<Final>): Spoil =>
  ({ final }) => ({ final: { ...final, ...change(final) } });

const inResource = (change: Partial<Final['resources'][number]>): Spoil =>
  inEnd(({ resources }) => ({ resources: resources.map((one) => (one.place === 'servers/s' ? { ...one, ...change } : one)) }));

const inObject = (change: JsonObject): Spoil =>
  inEnd(({ objects }) => ({ objects: objects.map((one) => (one.collection === 'servers' ? { ...one, ...change } : one)) }));

const without = (events: readonly Seen[], version: string): readonly Seen[] => events.filter((event) => event.version !== version);

const spoilt: Readonly<Record<string, readonly [Spoil, RegExp]>> = {
  'an acknowledged generation without an effect': [inLedger(3, () => []), /servers\/s c, acked as generation 2: none/],
  'an acknowledged generation that nothing came after, without an effect': [inLedger(6, () => []), /servers\/s f.*none/],
  'an effect that happened twice under two keys': [
    inLedger(3, (entry) => [entry, { ...entry, seq: 7, key: 's1.4', fence: 7 }]),
    /servers\/s c.*update 3.*update 7/,
  ],
  'an effect that only counts because the cloud failed it': [
    inLedger(3, (entry) => [{ ...entry, failure: { code: 'operation_failed', message: 'it failed' } }]),
    /servers\/s c.*none/,
  ],
  'an effect of a request that was refused': [askedAs('b', { outcome: 'refused' }), /servers\/s b, refused/],
  'an effect that nobody asked for': [({ asked }) => ({ asked: asked.filter(({ mark }) => mark !== 'b') }), /made b that nobody asked for/],
  'a reboot that was lost': [inLedger(4, () => []), /0 reboots, and 1 to 1/],
  'a reboot that happened twice': [inLedger(4, (entry) => [entry, { ...entry, seq: 7, key: 's1.6', fence: 9 }]), /2 reboots, and 1 to 1/],
  'a reboot that nobody asked for': [({ asked }) => ({ asked: asked.filter(({ op }) => op !== 'reboot') }), /1 reboots, and 0 to 0/],
  'an effect with an older fence': [
    inLedger(6, (entry) => [{ ...entry, fence: 9 }]),
    /no effect with an older fence: 6: servers\/s with fence 9 after 10/,
  ],
  'two effects under one key': [inLedger(3, (entry) => [{ ...entry, key: 's1.1' }]), /one effect for each key: 2 and 3/],
  'a delete that nobody asked for': [({ asked }) => ({ asked: asked.filter(({ op }) => op !== 'delete') }), /deleted although nobody/],
  'a delete before it was asked for': [inLedger(5, (entry) => [{ ...entry, at: '2030-01-01T00:00:07.000Z' }]), /deleted although nobody/],
  'a delete of another life than the one that was asked to go': [askedAs('e', { uid: 's0' }), /deleted although nobody/],
  'a delete that was lost': [askedAs('f', { op: 'delete', uid: 's2' }), /acknowledged to go \(f\) and has not/],
  'a row that went before the thing': [inLedger(5, () => []), /gone from the API before srv-1/],
  'a row that went while the thing was there': [
    inLedger(5, (entry) => [{ ...entry, at: '2030-01-01T00:00:10.500Z' }]),
    /gone from the API before srv-1/,
  ],
  'a watcher that missed a change': [inWatch((events) => without(events, '6')), /was not told of MODIFIED 6/],
  'a watcher that missed a deletion': [inWatch((events) => without(events, '10')), /ADDED of servers\/s at 11, which was there as s1/],
  'a watcher that was told twice': [inWatch((events) => [...events.slice(0, 4), ...events.slice(3)]), /at 6 came after 6/],
  'a watcher that was told in another order': [
    inWatch(([a, b, c, ...rest]) => [a, c, b, ...rest].filter((one) => one !== undefined)),
    /at 4 came after 5/,
  ],
  'a watcher that was told what never happened': [
    ({ changes }) => ({ changes: changes.filter(({ version }) => version !== '6') }),
    /was told of MODIFIED 6.*did not happen/,
  ],
  'a watcher that was told of a change as something else': [
    inWatch((events) => events.map((event) => (event.version === '11' ? { ...event, type: 'MODIFIED' as const } : event))),
    /MODIFIED of servers\/s at 11, which was not there/,
  ],
  'a watcher that ends elsewhere than a list': [inResource({ version: '13' }), /does not know 13 servers\/s s2/],
  'a watcher that could not go on from its last version': [
    inWatch((events) => events, { errors: ['was refused from 5'] }),
    /was refused from 5/,
  ],
  'an acknowledgement that no watcher saw': [askedAs('c', { version: '99' }), /at 99, and no watcher saw that/],
  'an acknowledgement of something else than what was stored': [askedAs('c', { mark: 'x' }), /saw generation 2 of c/],
  'a generation that was counted twice': [askedAs('c', { generation: 3 }), /1, 3: 3 does not follow/],
  'a generation that was lost in the end': [inResource({ generation: 0, observed: 0 }), /ended at generation 0 and 1 was acknowledged/],
  'another answer to the same key': [askedAs('c', { again: { uid: 's1', generation: 2, version: '6' } }), /the same key, the same answer/],
  'a request that nobody answered': [askedAs('c', { outcome: 'unanswered' }), /had no answer after 1 attempts/],
  'a thing that is missing in the cloud': [inEnd(() => ({ objects: [] })), /servers\/s: is not in the cloud/],
  'a thing that was left over in the cloud': [
    inEnd(({ declared }) => ({ declared: declared.slice(0, 1) })),
    /servers\/s is left over in the cloud/,
  ],
  'a thing that is not as declared': [inObject({ size: 'large' }), /size is large and should be small/],
  'a thing in the wrong place': [inObject({ network: 'net-9' }), /network is net-9 and should be net-1/],
  'a thing of an older declaration': [inObject({ labels: { 'ectropy.dev/owner': 's', mark: 'c' } }), /the last mark was f/],
  'a thing without its owner': [inObject({ labels: { mark: 'f' } }), /has no owner/],
  'a resource that is not ready': [inResource({ phase: 'Progressing' }), /servers\/s: is Progressing/],
  'a resource with a problem': [inResource({ problem: 'it hurts' }), /is Ready: it hurts/],
  'a resource that is behind': [inResource({ observed: 0 }), /generation 0 of 1/],
  'a resource of an older declaration': [inResource({ mark: 'c' }), /declared as c and should be f/],
  'a resource that names another thing': [inResource({ outputId: 'srv-1' }), /output names srv-1/],
  'a resource that should have gone': [inEnd(({ declared }) => ({ declared: declared.slice(0, 1) })), /servers\/s is still there/],
  'a resource that was lost': [inEnd(({ resources }) => ({ resources: resources.slice(0, 1) })), /servers\/s: is not declared/],
  'more repetition than anything explains': [() => ({ calls: { replays: 2, strikes: 0, deaths: 0 } }), /2 changes were asked for again/],
  'resources that went on too late': [
    () => ({ interrupted: [{ place: 'servers/s', by: 'a death', at: 0, ms: 15_001 }] }),
    /0\.0 % of 1 went on/,
  ],
  'a resource that never went on': [() => ({ interrupted: [{ place: 'servers/s', by: 'a death', at: 0 }] }), /never did after a death/],
  'a process that ended by itself': [() => ({ crashes: ['worker 1 ended with 1'] }), /no process ends by itself: worker 1/],
};

const told = (violations: readonly Violation[]): string => violations.map(({ law, text }) => `${law}: ${text}`).join('\n');

test('a run in which all went well has no violation', () => {
  expect(judge(aHistory())).toEqual([]);
});

describe('the oracle complains about', () => {
  test.each(Object.entries(spoilt))('%s', (_, [spoil, expected]) => {
    const history = aHistory();
    expect(told(judge({ ...history, ...spoil(history) }))).toMatch(expected);
  });
});

describe('the oracle forgives', () => {
  const forgiven: Readonly<Record<string, Spoil>> = {
    'a generation that was overtaken before it had an effect': (history) => ({
      ...inLedger(2, () => [])(history),
      watched: history.watched.map((one) => ({ ...one, events: without(one.events, '4') })),
      changes: history.changes.filter(({ version }) => version !== '4'),
    }),
    'attempts that the cloud failed, and their clearing away': inLedger(1, (entry) => [
      { ...entry, id: 'net-0', key: 'n1.0', fence: 0, failure: { code: 'operation_failed', message: 'it failed' } },
      { ...entry, id: 'net-0', key: 'n1.0.discard', fence: 0, op: 'delete', after: null },
      entry,
    ]),
    'repetition that a lost answer explains': () => ({ calls: { replays: 2, strikes: 1, deaths: 0 } }),
  };
  test.each(Object.entries(forgiven))('%s', (_, spoil) => {
    const history = aHistory();
    expect(judge({ ...history, ...spoil(history) })).toEqual([]);
  });
});

test('percentiles of recovery are of the slowest within the share', () => {
  const interrupted = Array.from({ length: 100 }, (_, i) => ({ place: `servers/${i}`, by: 'a death', at: 0, ms: (i + 1) * 1_000 }));
  expect(recoveryOf(interrupted)).toEqual({ count: 100, p50: 50_000, p99: 99_000, max: 100_000, share: 0.15 });
  expect(recoveryOf([])).toEqual({ count: 0, p50: 0, p99: 0, max: 0, share: 1 });
});
