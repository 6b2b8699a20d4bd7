/** No law that cannot fail: each is shown what must never happen, and complains. */
import { describe, expect, test } from 'vitest';
import type { Resource, Version } from '../../../src/core/resource.ts';
import type { Pending, State } from '../../../src/core/state.ts';
import type { Urn } from '../../../src/core/urn.ts';
import { commit } from '../../../src/store/memory/commit.ts';
import { claim } from '../../../src/store/memory/schedule.ts';
import { emptyWorld } from '../../../src/store/memory/world.ts';
import type { Outcome, Put, Write } from '../../../src/store/port.ts';
import { Cloud } from '../cloud.ts';
import { Stage } from '../stage.ts';
import { Acknowledged } from './acknowledged.ts';
import { demandConverged, demandRest } from './convergence.ts';
import { Leases } from './leases.ts';
import { Rows } from './rows.ts';
import { Steps } from './steps.ts';
import { Wakes } from './wakes.ts';
import { Watches } from './watches.ts';

const urn = 'orn:entropy:bucket:demo:a' as Urn;
const route = 'orn:entropy:route:demo:a' as Urn;
const pending: Pending = { status: 'pending', goal: 'present', dueAt: 0, urgency: 'edit', memo: null, attempt: 0, output: null };
const ready: State = { status: 'ready', output: { id: 'a', value: 1 }, attempt: 0 };

const aResource = (more: Partial<Resource> = {}): Resource => ({
  urn,
  uid: 'u1',
  kind: 'bucket',
  project: 'demo',
  name: 'a',
  labels: {},
  annotations: {},
  dependencies: {},
  spec: { value: 1 },
  revision: 1,
  generation: 1,
  observedGeneration: 0,
  move: 1,
  version: '0' as Version,
  createdAt: 0,
  createdBy: '',
  updatedAt: 0,
  updatedBy: '',
  state: pending,
  conditions: [],
  corrections: {},
  ...more,
});

const put = (resource: Resource, more: Partial<Put> = {}): Put => ({
  op: 'put',
  resource,
  expected: 'absent',
  due: { inMs: 0, priority: 0 },
  revise: 'client-1.1',
  relink: true,
  ...more,
});

function ground() {
  const stage = new Stage(1, { recording: false });
  const tables = emptyWorld(stage.now);
  const cloud = new Cloud(stage.now, () => 0, { wrote: () => undefined, refusedFence: () => undefined });
  const write = (...writes: readonly Write[]): Outcome => commit(tables, { writes });
  const lease = (owner: string) => claim(tables, { owner, limit: 9, leaseMs: 10, limits: {} });
  return { stage, tables, cloud, write, lease };
}

const request = { leaseMs: 10, limits: {} };

describe('L1', () => {
  test('a key that was written twice is noticed', () => {
    const law = new Acknowledged(ground());
    const group = { writes: [], idempotency: { key: 'k', fingerprint: '' } };
    law.committed(group, { type: 'committed', resources: [] });
    expect(() => law.committed(group, { type: 'committed', resources: [] })).toThrow('L1: request k was written twice');
  });

  test('an answer that the store has never had, or another one than before, is noticed', () => {
    const { tables, write } = ground();
    const law = new Acknowledged({ tables });
    const outcome = write(put(aResource()));
    const resources = outcome.type === 'committed' ? outcome.resources : [];
    law.answered('k', { type: 'done', resources });
    expect(() => law.answered('k', { type: 'done', resources: [] })).toThrow('L1: request k was answered with [] after');
    expect(() => law.answered('j', { type: 'done', resources: [aResource({ version: '1' as Version, move: 7 })] })).toThrow('never had');
    expect(() => law.answered('i', { type: 'done', resources: [aResource({ version: '9' as Version })] })).toThrow('never had');
  });
});

/** What is done to the tables between the write and the look at them. */
const spoilt = (spoil: (tables: ReturnType<typeof ground>['tables']) => void) => () => {
  const { tables, write } = ground();
  const writes = [put(aResource())];
  const outcome = write(...writes);
  spoil(tables);
  new Rows({ tables }).committed({ writes }, outcome);
};

describe('L2 and the rules about rows', () => {
  test.each([
    ['a change is missing', (tables) => void tables.changes.pop(), 'L2: there is not one change for each version'],
    ['the row is missing', (tables) => void tables.resources.delete(urn), 'L2: .* is not in the store'],
    ['the revision is missing', (tables) => void tables.revisions.delete(urn), 'L2: the newest revision'],
    ['the schedule is missing', (tables) => void tables.turns.delete(urn), 'L2: .* has no schedule'],
    ['nobody will wake it', (tables) => Object.assign(tables.turns.get(urn) ?? {}, { dueAt: undefined }), 'R1: .* nobody will wake it'],
    ['the clock has moved alone', (tables) => void (tables.clock += 1n), 'L2: 1 writes moved the clock from 0 to 2'],
  ] as const satisfies readonly (readonly [string, Parameters<typeof spoilt>[0], string])[])('%s', (_, spoil, message) => {
    expect(spoilt(() => undefined)).not.toThrow();
    expect(spoilt(spoil)).toThrow(new RegExp(message));
  });

  test.each([
    ['R7', { move: 0 }],
    ['R9', { observedGeneration: 2 }],
    ['L9', { uid: 'u2' }],
    ['L9', { deletionRequestedAt: undefined }],
  ])('%s: what fell or was taken back is noticed', (rule, change) => {
    const { tables, write } = ground();
    const law = new Rows({ tables });
    const first = put(aResource({ deletionRequestedAt: 1 }));
    law.committed({ writes: [first] }, write(first));
    const second = put(JSON.parse(JSON.stringify({ ...aResource({ deletionRequestedAt: 1 }), ...change })) as Resource, {
      expected: '1' as Version,
    });
    const { revise: _, ...quiet } = second;
    expect(() => law.committed({ writes: [quiet] }, write(quiet))).toThrow(`${rule}: `);
  });
});

describe('L3', () => {
  test('two holders, an old token, a lease of another life, too many of a kind', () => {
    const { stage, write, lease } = ground();
    write(put(aResource()));
    const law = new Leases({ stage });
    const [first] = lease('w1/1');
    if (!first) throw new Error('nothing was claimed');
    law.claimed([first], request);
    expect(law.holderOf(urn)).toBe('w1');
    const later = { ...first, lease: { ...first.lease, owner: 'w2/1', token: 2 } };
    expect(() => law.claimed([later], request)).toThrow('L3: w2/1 was given');
    expect(() => law.renewed([later.lease], 10, new Set([urn]))).toThrow('not the newest');
    expect(() => law.released([{ ...first.lease }])).toThrow('earlier life');
    const record = (by: typeof first.lease) =>
      law.committed({ writes: [put(aResource(), { lease: by })] }, { type: 'committed', resources: [] });
    expect(() => record(later.lease)).toThrow('old token');
    expect(() => record({ ...first.lease })).toThrow('another life');
    expect(() => law.claimed([], { leaseMs: 10, limits: { bucket: 0 } })).toThrow('L3: 1 of kind bucket');
    law.released([first.lease]);
    expect(() => record(first.lease)).toThrow('did not hold it');
    expect(() => law.claimed([first], request)).toThrow('with token 1 after 1');
  });

  test('whoever is alive and loses a lease is noticed', () => {
    const { stage, write, lease } = ground();
    write(put(aResource()));
    const law = new Leases({ stage });
    law.attentiveSince = stage.now();
    law.claimed(lease('w1/1'), { leaseMs: 0, limits: {} });
    const next = lease('w2/1').concat({ lease: { urn, owner: 'w2/1', token: 2 }, resource: aResource(), born: 1 });
    expect(() => law.claimed(next, request)).toThrow('L3: w1/1 works on');
  });
});

describe('towards the world', () => {
  const order = { verb: 'put', urn, key: 'u1.1', fence: 2, at: 0 } as const;

  test('a fence that does not grow, a key too many, and an act done twice are noticed', () => {
    const law = new Steps(ground(), { movesOf: () => 2 });
    law.wrote({ ...order, act: 'x' });
    expect(() => law.wrote({ ...order, key: 'u1.2' })).toThrow('L3: two steps');
    expect(() => law.wrote({ ...order, key: 'u1.2', fence: 3, act: 'x' })).toThrow('L4: x was done twice');
    expect(() => law.wrote({ ...order, key: 'u1.3', fence: 4 })).toThrow(
      'L4: .* 2 steps, and effects under 3 keys'.replace('.*', `${urn} has had`),
    );
  });

  test('a newest step that is refused as old is noticed, an older one is not', () => {
    const there = ground();
    there.write(put(aResource({ move: 3 })));
    const law = new Steps(there, { movesOf: () => 9 });
    law.refusedFence({ ...order, key: 'u1.2', fence: 3 }, 9);
    expect(() => law.refusedFence({ ...order, key: 'u1.3', fence: 1 }, 9)).toThrow('R7: the newest step');
  });

  test('L9: a delete that nobody asked for, or before the dependents, or after the row is noticed', () => {
    const there = ground();
    const law = new Steps(there, { movesOf: () => 9 });
    there.write(put(aResource()), put(aResource({ urn: route, uid: 'u2', kind: 'route', dependencies: { bucket: urn } })));
    expect(() => law.wrote({ ...order, verb: 'delete' })).toThrow('nobody asked for it');
    there.tables.resources.set(urn, aResource({ state: { ...pending, goal: 'absent' } }));
    expect(() => law.wrote({ ...order, verb: 'delete', fence: 3, key: 'u1.2' })).toThrow(`before ${route}`);
    there.cloud.order({ ...order, body: {} });
    const drop = { op: 'drop', resource: aResource(), expected: '1' as Version } as const;
    expect(() => law.committed({ writes: [drop] }, { type: 'committed', resources: [] })).toThrow('went before the thing');
  });
});

describe('L6', () => {
  test('a change that was left out, came twice, came otherwise, or never came is noticed', () => {
    const { tables, write } = ground();
    write(put(aResource()), put(aResource({ urn: route, uid: 'u2', kind: 'route' })));
    const [first, second] = tables.changes;
    if (!first || !second) throw new Error('nothing was written');
    expect(() => new Watches({ tables }).saw('w', {}, second)).toThrow('saw 2 where 1 was due');
    expect(() => new Watches({ tables }).saw('w', {}, { type: 'bookmark', version: '2' as Version })).toThrow('has not seen 1');
    expect(() => new Watches({ tables }).saw('w', {}, { ...first, resource: second.resource })).toThrow('other than it was written');
    const law = new Watches({ tables });
    law.saw('w', {}, first);
    expect(() => law.saw('w', {}, first)).toThrow('saw 1 where nothing was due');
    expect(() => law.ended()).toThrow('has never seen 2');
    law.saw('w', {}, second);
    law.ended();
    tables.resources.delete(urn);
    expect(() => law.ended()).toThrow('does not add up');
  });
});

describe('R12', () => {
  test('a dependent that is not woken, and a turn that is put off, are noticed', () => {
    const there = ground();
    const law = new Wakes(there);
    const needy = put(aResource({ urn: route, uid: 'u2', kind: 'route', dependencies: { bucket: urn } }), {
      due: { inMs: 9, priority: 0 },
    });
    there.write(put(aResource()), needy);
    const became = { writes: [put(aResource({ state: ready }))] };
    expect(() => law.committed(became, { type: 'committed', resources: [] })).toThrow(`R12: ${route} waits for ${urn}`);
    law.committed({ writes: [needy] }, { type: 'committed', resources: [] });
    Object.assign(there.tables.turns.get(route) ?? {}, { dueAt: Infinity });
    expect(() => law.released([{ urn: route, owner: 'w1/1', token: 1 }])).toThrow('was put off');
  });
});

describe('L8', () => {
  test('what does not rest, is not there, is otherwise, or is left behind is noticed', () => {
    const there = ground();
    const stand = (more: Partial<Resource>) => there.tables.resources.set(urn, aResource({ observedGeneration: 1, state: ready, ...more }));
    there.write(put(aResource()));
    expect(() => demandRest(there, 1_000)).toThrow('L8: after 1 s without faults: bucket/a u1');
    stand({ generation: 2 });
    expect(() => demandConverged(there)).toThrow('at generation 1 of 2');
    stand({});
    expect(() => demandConverged(there)).toThrow('there is nothing outside');
    there.cloud.order({ verb: 'put', urn, key: '1', fence: 1, body: { value: 2 } });
    expect(() => demandConverged(there)).toThrow('{"value":2} stands for {"value":1}');
    there.cloud.meddle(urn, { value: 1 });
    demandConverged(there);
    stand({ state: { ...ready, output: null } });
    expect(() => demandConverged(there)).toThrow('says null of itself');
    there.tables.resources.delete(urn);
    expect(() => demandConverged(there)).toThrow('L9: ');
  });
});
