import { ProblemError } from '@ectropy/sdk';
import { describe, expect, test } from 'vitest';
import { pending } from '../testing/builders.ts';
import { proposeApply, proposeDelete } from './propose.ts';
import { type Admitted, FOREGROUND, type Owner, type Resource } from './resource.ts';
import { aModule, annotated, aReady, aSetting, declared, frozen, listening, moment, NOW } from './testing/scene.ts';

const identity = { kind: 'file', project: 'demo', name: 'one' };
const hold = 'example.com/hold';
const mine: Owner = { apiVersion: 'v1', kind: 'File', name: 'two', uid: 'u-2' };

const update = (current: Resource, overrides: Partial<Admitted> = {}, plan = listening()) => ({
  ...proposeApply(current, identity, { ...declared(), ...overrides }, aSetting({ module: aModule({ plan: plan.plan }) })),
  heard: plan.heard,
});

/** As it stands after its deletion was asked for. */
function leaving(overrides: Partial<Omit<Resource, 'urn'>> = {}, options = {}): Resource {
  const { next } = proposeDelete(aReady(overrides), aSetting(), options);
  if (!next) throw new Error('nothing was to be deleted');
  return frozen(next);
}

const messageOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof ProblemError) return error.message;
    throw error;
  }
  throw new Error('it was not refused');
};

describe('what is kept beside the declaration', () => {
  test.each<[string, Partial<Admitted>]>([
    ['a finalizer', { finalizers: [hold] }],
    ['an owner', { owners: [mine] }],
    ['where it came from', { lineage: '{"repository":"x"}' }],
    [
      'a field manager',
      { managed: [{ manager: 'kubectl', operation: 'Apply', apiVersion: 'v1', time: 't', fieldsType: 'FieldsV1', fieldsV1: {} }] },
    ],
  ])('%s is written without a revision and without asking the module (R31)', (_, kept) => {
    const current = frozen(aReady());
    const { next, revise, operation, heard, reown } = update(current, kept);
    expect(next).toMatchObject({ ...kept, revision: 1, generation: 1, move: 1, state: current.state });
    expect({ revise, type: operation.type, changes: operation.changes, heard }).toEqual({
      revise: undefined,
      type: 'noop',
      changes: [],
      heard: [],
    });
    expect(reown).toBe('owners' in kept);
  });

  test('that is the same already is not written (L7, R31)', () => {
    const kept = { finalizers: [hold], owners: [mine], lineage: 'x' };
    expect(update(frozen(aReady(kept)), kept).next).toBeUndefined();
  });

  test('that is removed leaves nothing behind (R31)', () => {
    const { next } = update(frozen(aReady({ finalizers: [hold], owners: [mine], lineage: 'x', sharedWith: ['other'] })), {});
    for (const field of ['finalizers', 'owners', 'lineage', 'sharedWith']) expect(next).not.toHaveProperty(field);
  });

  test('goes along with a change of what is declared, in its revision (R31)', () => {
    const { next, revise, reown } = update(frozen(aReady()), { labels: { team: 'a' }, finalizers: [hold], owners: [mine] });
    expect(next).toMatchObject({ revision: 2, finalizers: [hold], owners: [mine] });
    expect({ revise, reown }).toEqual({ revise: 'action:update', reown: true });
  });

  test('sharing is declared: it is shown, and recorded as a revision without a generation (R31)', () => {
    const { next, operation, heard } = update(frozen(aReady()), { sharedWith: ['other'] });
    expect(next).toMatchObject({ revision: 2, generation: 1, sharedWith: ['other'] });
    expect(operation.changes).toEqual([{ path: ['sharedWith'], before: [], after: ['other'] }]);
    expect(heard).toEqual([]);
  });
});

describe('a finalizer', () => {
  test('makes even a delete without work outside wait, and says for whom (R32, L9)', () => {
    const held = leaving({ finalizers: [hold] });
    expect(held.state).toMatchObject({ status: 'pending', goal: 'absent' });
    expect(held.conditions.find(({ type }) => type === 'Blocked')).toMatchObject({
      reason: 'Finalizers',
      message: `Waits until whoever set them removes the finalizers ${hold}.`,
    });
  });

  test('that is removed as the last one lets the deletion go on at once (R32, L9)', () => {
    const waiting = { ...leaving({ finalizers: [hold] }), state: pending({ goal: 'absent', dueAt: NOW + 99_000 }) };
    const { next, operation } = update(waiting, {});
    expect(next?.state).toMatchObject({ status: 'pending', goal: 'absent', dueAt: NOW, urgency: 'edit' });
    expect(next?.conditions.map(({ type }) => type)).not.toContain('Blocked');
    expect(operation.type).toBe('noop');
  });

  test('that is removed together with another change lets the deletion go on too (R32, L9)', () => {
    const waiting = { ...leaving({ finalizers: [hold] }), state: pending({ goal: 'absent', dueAt: NOW + 99_000 }) };
    expect(update(waiting, { labels: { done: 'yes' } }).next?.state).toMatchObject({ goal: 'absent', dueAt: NOW });
  });

  test('that is removed while another stays changes nothing about the waiting (R32)', () => {
    const waiting = { ...leaving({ finalizers: [hold, 'b'] }), state: pending({ goal: 'absent', dueAt: NOW + 99_000 }) };
    expect(update(waiting, { finalizers: ['b'] }).next).toMatchObject({ finalizers: ['b'], state: { dueAt: NOW + 99_000 } });
  });

  test("the engine's own mark holds nobody: without the others it goes on (R32)", () => {
    const waiting = { ...leaving({ finalizers: [hold] }, { foreground: true }), state: pending({ goal: 'absent', dueAt: NOW + 99_000 }) };
    expect(waiting.finalizers).toEqual([hold, FOREGROUND]);
    expect(update(waiting, { finalizers: [FOREGROUND] }).next?.state).toMatchObject({ dueAt: NOW });
  });

  test('cannot be added while it waits (R32)', () => {
    expect(messageOf(() => update(leaving({ finalizers: [hold] }), { finalizers: [hold, 'late'] }))).toContain(
      'no new finalizers can be added while it is being deleted (late)',
    );
  });

  test('of the foreground is set once, however often it was set before (R32)', () => {
    expect(leaving({ finalizers: [FOREGROUND] }, { foreground: true }).finalizers).toEqual([FOREGROUND]);
  });
});

describe('a deletion that waits', () => {
  test('is not undone by letting the server work on it again (L9)', () => {
    const observed = leaving({ finalizers: [hold], annotations: annotated({ management: 'observe' }) });
    const { next, heard } = update(observed, {});
    expect(next).toMatchObject({ deletionRequestedAt: NOW, state: { status: 'pending', goal: 'absent' } });
    expect(heard).toEqual([]);
  });

  test.each<[string, Partial<Admitted>]>([
    ['another spec', { spec: { size: 2 } }],
    ['another file', { artifacts: { a: { digest: 'sha256:1', size: 1, mediaType: 'x/y' } } }],
    ['nothing new', { finalizers: [hold] }],
  ])('refuses %s (L9)', (_, overrides) => {
    expect(messageOf(() => update(leaving({ finalizers: [hold] }), { finalizers: [hold], ...overrides }))).toContain('is being deleted');
  });

  test('keeps what is planned for it through changes of what is kept (R31)', () => {
    const held = leaving({ finalizers: [hold] });
    expect(held.state).toMatchObject({ memo: { todo: 'delete' } });
    const { next } = update(held, { owners: [mine], finalizers: [hold] });
    expect(next?.state).toMatchObject({ memo: { todo: 'delete' }, goal: 'absent' });
    expect(next?.move).toBe(held.move);
  });

  test('that is asked for again is the same one (L7)', () => {
    expect(proposeDelete(leaving({ finalizers: [hold] }), aSetting({ moment: moment({ now: NOW + 5 }) })).next).toBeUndefined();
  });
});
