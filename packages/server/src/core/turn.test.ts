import type { Problem } from '@ectropy/sdk';
import { describe, expect, test } from 'vitest';
import { aResource, failed, pending, ready } from '../testing/builders.ts';
import type { Happening } from './decide.ts';
import { FOREGROUND, type Resource } from './resource.ts';
import { annotated, aReady } from './testing/scene.ts';
import { isUsable, moveFor, orWait } from './turn.ts';
import type { Urn } from './urn.ts';

const two = aReady({ name: 'two' });
const three = aReady({ name: 'three' });
const links = { on: two.urn };

const move = (resource: Resource, dependencies: readonly Resource[] = [], dependents: readonly Resource[] = []) =>
  moveFor(resource, { dependencies: new Map(dependencies.map((other) => [other.urn, other])), dependents });

describe('the next move', () => {
  test.each([
    ['of planned work is a step', pending(), {}, { type: 'sync' }],
    ['of work that is not planned is its plan', pending({ unplanned: true }), {}, { type: 'plan', intent: 'create' }],
    ['of a replacement is a step', pending({ goal: 'replace' }), {}, { type: 'sync' }],
    ['of a delete is a step', pending({ goal: 'absent' }), {}, { type: 'sync' }],
    ['of a delete that is not planned is its plan', pending({ goal: 'absent', unplanned: true }), {}, { type: 'plan', intent: 'delete' }],
    ['of a delete that leaves the thing alone is to forget it', pending({ goal: 'absent' }), { deletion: 'orphan' }, { type: 'forget' }],
    ['of a delete of what is only observed is to forget it', pending({ goal: 'absent' }), { management: 'observe' }, { type: 'forget' }],
    ['of what is only observed is a look', pending({ unplanned: true }), { management: 'observe' }, { type: 'look' }],
    ['of what was made is a look', ready(), {}, { type: 'look' }],
    ['of a failure is to rest', failed(), {}, { type: 'rest' }],
    ['of what is gone is to rest', { status: 'gone' }, {}, { type: 'rest' }],
    ['of what is paused is to rest', pending(), { management: 'paused' }, { type: 'rest' }],
    ['of a delete that is paused is to rest', pending({ goal: 'absent' }), { management: 'paused' }, { type: 'rest' }],
    ['of what was made and is paused is to rest', ready(), { management: 'paused' }, { type: 'rest' }],
  ] as const)('%s (R23)', (_, state, policies, expected) => {
    expect(move(aResource({ state, annotations: annotated(policies) }))).toEqual(expected);
  });
});

describe('waiting for dependencies', () => {
  const resource = aResource({ dependencies: links });
  const waits = (status: string) => ({ type: 'blocked', by: [{ urn: two.urn, as: 'dependency', status }] });

  test.each([
    ['one that is ready is built upon', two, { type: 'sync' }],
    ['one that is being made is waited for', { ...two, state: pending() }, waits('pending')],
    ['one that failed is waited for', { ...two, state: failed() }, waits('failed')],
    ['one that is missing is waited for', { ...two, state: ready({ missing: true }) }, waits('ready')],
    ['one that is to be deleted is waited for', { ...two, deletionRequestedAt: 1 }, waits('ready')],
    ['one that has only drifted is built upon', { ...two, state: ready({ drift: [{ path: ['a'], after: 1 }] }) }, { type: 'sync' }],
  ] as const)('%s (R12)', (_, dependency, expected) => {
    expect(move(resource, [dependency])).toEqual(expected);
    expect(isUsable(dependency)).toBe(expected.type === 'sync');
  });

  test('one that is not there counts as gone, and each is named once (R12)', () => {
    const both = aResource({ dependencies: { a: two.urn, b: two.urn, c: three.urn } });
    expect(move(both, [three])).toEqual(waits('gone'));
  });

  test('it is waited for before the plan too, and before a replacement (R12)', () => {
    expect(move({ ...resource, state: pending({ unplanned: true }) })).toEqual(waits('gone'));
    expect(move({ ...resource, state: pending({ goal: 'replace' }) })).toEqual(waits('gone'));
  });

  test('it is not waited for by a delete, by a look, nor by what is only observed (R12)', () => {
    expect(move({ ...resource, state: pending({ goal: 'absent' }) })).toEqual({ type: 'sync' });
    expect(move({ ...resource, state: ready() })).toEqual({ type: 'look' });
    expect(move({ ...resource, annotations: annotated({ management: 'observe' }) })).toEqual({ type: 'look' });
  });
});

describe('waiting for dependents', () => {
  const leaving = aResource({ state: pending({ goal: 'absent' }) });
  const by = [{ urn: 'orn:entropy:file:demo:two' as Urn, as: 'dependent', status: 'ready' }];

  test.each([{}, { deletion: 'orphan' }, { management: 'observe' }])('nothing goes while others stand on it: %j (L9)', (policies) => {
    expect(move({ ...leaving, annotations: annotated(policies) }, [], [two])).toEqual({ type: 'blocked', by });
  });

  test('what stays does not mind them (L9)', () => {
    expect(move(aResource(), [], [two])).toEqual({ type: 'sync' });
  });
});

describe('a finalizer', () => {
  const leaving = aResource({ state: pending({ goal: 'absent' }), deletionRequestedAt: 1 });

  test.each([{}, { deletion: 'orphan' }, { management: 'observe' }])(
    'makes a delete rest, whatever the policy: %j (R32, L9)',
    (policies) => {
      const held = { ...leaving, finalizers: ['example.com/hold'], annotations: annotated(policies) };
      expect(move(held, [], [two])).toEqual({ type: 'rest' });
    },
  );

  test("of the engine's own holds nothing by itself (R32)", () => {
    expect(move({ ...leaving, finalizers: [FOREGROUND] })).toEqual({ type: 'sync' });
  });

  test('minds nobody before the deletion is asked for (R32)', () => {
    expect(move(aResource({ finalizers: ['example.com/hold'] }))).toEqual({ type: 'sync' });
  });
});

describe('what belongs to it', () => {
  const leaving = aResource({ state: pending({ goal: 'absent', unplanned: true }), deletionRequestedAt: 1 });
  const around = { dependencies: new Map(), dependents: [] };

  test('is waited for, and looked at again soon, since nobody tells when it has gone (R33)', () => {
    expect(moveFor(leaving, { ...around, belongings: [two, three] })).toEqual({
      type: 'blocked',
      by: [two, three].map(({ urn }) => ({ urn, as: 'dependent', status: 'ready' })),
      afterMs: expect.any(Number),
    });
  });

  test('is waited for behind those who depend on it (R33, L9)', () => {
    expect(moveFor(leaving, { ...around, dependents: [two], belongings: [three] })).toEqual({
      type: 'blocked',
      by: [{ urn: two.urn, as: 'dependent', status: 'ready' }],
    });
  });

  test('without it the delete goes on (R33)', () => {
    expect(moveFor(leaving, { ...around, belongings: [] })).toEqual({ type: 'plan', intent: 'delete' });
  });
});

const lost = (state: Resource['state'], more = {}) =>
  moveFor(aResource({ state, ...more }), { dependencies: new Map(), dependents: [], abandoned: true });

describe('what has lost its owners', () => {
  test.each([
    ['that is ready', ready()],
    ['that is under work', pending()],
    ['that has failed', failed()],
  ] as const)('%s goes too (R33)', (_, state) => {
    expect(lost(state)).toEqual({ type: 'abandon' });
  });

  test('and is on its way out already just goes on (R33)', () => {
    expect(lost(pending({ goal: 'absent' }), { deletionRequestedAt: 1 })).toEqual({ type: 'sync' });
  });

  test('and is paused rests (R33, R23)', () => {
    expect(lost(ready(), { annotations: annotated({ management: 'paused' }) })).toEqual({ type: 'rest' });
  });
});

const after = (resource: Resource, happening: Happening, ...others: readonly Resource[]) =>
  orWait(resource, happening, new Map(others.map((other) => [other.urn, other])));

describe('a step that fails over a dependency', () => {
  const problem: Problem = { code: 'unavailable', path: ['dependencies', 'on'], message: 'nobody listens there' };
  const threw: Happening = { type: 'threw', problem };
  const away = aReady({ name: 'two', state: pending({ drift: [] }) });
  const leaving = aResource({ dependencies: links, deletionRequestedAt: 1, state: pending({ goal: 'absent' }) });

  test.each([aResource({ dependencies: links }), leaving])('waits for it where it is not ready, a delete too (R12)', (resource) => {
    expect(after(resource, threw, away)).toEqual({ type: 'blocked', by: [{ urn: two.urn, as: 'dependency', status: 'pending' }] });
  });

  test.each([
    ['the dependency is ready', leaving, threw, two],
    ['the dependency leaves too', leaving, threw, { ...away, deletionRequestedAt: 1 }],
    ['the dependency is not there', leaving, threw, three],
    ['the problem is about something else', leaving, { type: 'threw', problem: { ...problem, path: ['spec', 'on'] } }, away],
    ['the problem says nothing of a place', leaving, { type: 'threw', problem: { code: 'unavailable', message: 'no' } }, away],
    ['the same again would not help', leaving, { type: 'threw', problem: { ...problem, code: 'denied' } }, away],
    ['it was only looked at', aReady({ dependencies: links }), threw, away],
    ['nothing has failed', leaving, { type: 'stepped', step: { type: 'gone' } }, away],
  ] as const)('fails as any other where %s (R12)', (_, resource, happening, other) => {
    expect(after(resource, happening, other)).toBe(happening);
  });
});
