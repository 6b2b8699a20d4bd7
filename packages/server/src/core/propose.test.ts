import { type Plan, ProblemError } from '@ectropy/sdk';
import { describe, expect, test } from 'vitest';
import { aResource, failed, pending, ready } from '../testing/builders.ts';
import { advance } from './advance.ts';
import { happeningOf, subjectOf } from './ask.ts';
import { notFound, proposeAct, proposeApply, proposeCreate, proposeDelete, type Setting } from './propose.ts';
import type { Declared, Resource } from './resource.ts';
import {
  aModule,
  annotated,
  aReady,
  aSetting,
  blind,
  declared,
  frozen,
  listening,
  merging,
  moment,
  NOW,
  type Planner,
} from './testing/scene.ts';
import type { Urn } from './urn.ts';

const identity = { kind: 'file', project: 'demo', name: 'one' };
const links = { on: 'orn:entropy:file:demo:two' as Urn };
const only =
  (answer: Plan): Planner =>
  () =>
    answer;

const create = (overrides: Partial<Declared> = {}, setting: Partial<Setting> = {}) =>
  proposeApply(undefined, identity, declared(overrides), aSetting(setting));
const update = (current: Resource, overrides: Partial<Declared> = {}, setting: Partial<Setting> = {}) =>
  proposeApply(current, identity, declared(overrides), aSetting(setting));
const act = (current: Resource, setting: Partial<Setting> = {}, labels: Declared['labels'] = current.labels) =>
  proposeAct(current, 'restart', {}, labels, aSetting(setting));

const remove = (current: Resource, setting: Partial<Setting> = {}, options = {}) => proposeDelete(current, aSetting(setting), options);

/** Nothing can be changed in place. */
const stiff: Planner = (subject, intent) =>
  intent.type === 'update'
    ? { type: 'replace', spec: intent.spec, reason: 'a folder cannot become a file' }
    : aModule().plan(subject, intent);

const full: Planner = (subject, intent) =>
  intent.type === 'create' ? { type: 'refuse', problems: [{ code: 'invalid', message: 'no room' }] } : aModule().plan(subject, intent);

/** Merges, and then has something to do. */
const busy: Planner = (subject, intent) => {
  const plan = merging(subject, intent);
  return plan.type === 'settle' ? { type: 'change', spec: plan.spec, memo: intent.type } : plan;
};

function problemOf(work: () => unknown): { readonly code: string; readonly message: string } {
  try {
    work();
  } catch (error) {
    if (error instanceof ProblemError) return error.problem;
    throw error;
  }
  throw new Error('it was not refused');
}

describe('create', () => {
  test('is a first generation with its plan, due at once (R24)', () => {
    const { next, operation, revise, relink } = create({ labels: { team: 'a' } });
    expect(next).toMatchObject({
      urn: 'orn:entropy:file:demo:one',
      revision: 1,
      generation: 1,
      observedGeneration: 0,
      move: 1,
      createdAt: NOW,
      createdBy: 'bob',
      state: pending({ memo: { todo: 'create' }, dueAt: NOW }),
    });
    expect({ revise, relink }).toEqual({ revise: 'action:create', relink: true });
    expect(operation).toEqual({
      type: 'create',
      urn: 'orn:entropy:file:demo:one',
      changes: [
        { path: ['spec', 'size'], after: 1 },
        { path: ['labels', 'team'], after: 'a' },
      ],
      steps: ['will create'],
      base: null,
    });
  });

  test('that needs no step is ready once it is stored (R24)', () => {
    const { next } = create({}, { module: aModule({ plan: merging }) });
    expect(next).toMatchObject({ state: { status: 'ready', output: { of: { size: 1 } } }, observedGeneration: 1, move: 0 });
  });

  test('keeps the spec that the module made of it (R24)', () => {
    const plan = only({ type: 'change', spec: { size: 1, colour: 'red' }, memo: null });
    expect(create({}, { module: aModule({ plan }) }).next?.spec).toEqual({ size: 1, colour: 'red' });
  });

  test('marks what only apply will tell (R22)', () => {
    const plan = only({ type: 'change', spec: { size: 1 }, memo: null, unknown: [['output', 'id']] });
    expect(create({}, { module: aModule({ plan }) }).operation.changes.at(-1)).toEqual({ path: ['output', 'id'], unknown: true });
  });

  test('of what is only observed asks no module: a look comes first (R23)', () => {
    const { heard, plan } = listening();
    const { next } = create({ annotations: annotated({ management: 'observe' }) }, { module: aModule({ plan }) });
    expect(next?.state).toEqual(pending({ unplanned: true, dueAt: NOW }));
    expect(heard).toEqual([]);
  });

  test('that the module refuses is refused with all of its problems (R24)', () => {
    const problems = [
      { code: 'invalid', path: ['spec', 'a'], message: 'must be b' },
      { code: 'invalid', path: ['spec', 'c'], message: 'must be d' },
    ] as const;
    expect(() => create({}, { module: aModule({ plan: only({ type: 'refuse', problems }) }) })).toThrow(
      'spec.a: must be b; spec.c: must be d',
    );
  });

  test('is not replaced: such an answer is a fault of the module (R24)', () => {
    const module = aModule({ plan: only({ type: 'replace', spec: {}, reason: 'why not' }) });
    expect(problemOf(() => create({}, { module }))).toMatchObject({
      code: 'internal',
      message: 'the module of kind \'file\' answered "replace" to create',
    });
  });

  test('keeps the reason and the trace that it is given (R24)', () => {
    const { next, revise } = proposeApply(undefined, identity, declared(), aSetting({ trace: '00-a' }), 'git');
    expect([next?.trace, revise]).toEqual(['00-a', 'git']);
  });
});

describe('take over', () => {
  const found = { spec: { size: 1 }, output: { id: 'i-9' } };
  const adopt = (plan?: Planner, overrides: Partial<Declared> = {}) =>
    proposeCreate(identity, declared(overrides), aSetting({ module: aModule(plan ? { plan } : {}) }), {
      type: 'adopt',
      spec: { size: 1 },
      found,
    });

  test('of what is as declared is ready, with the output that was found (R24)', () => {
    const { next, operation, revise } = adopt(only({ type: 'noop' }));
    expect(next).toMatchObject({ observedGeneration: 1, state: { status: 'ready', output: { id: 'i-9' } } });
    expect([operation.type, revise]).toEqual(['adopt', 'action:adopt']);
  });

  test('of what is otherwise is planned (R24)', () => {
    expect(adopt().next?.state).toMatchObject({ status: 'pending', memo: { todo: 'adopt' } });
  });

  test('of what is only observed begins with a look (R23)', () => {
    expect(adopt(undefined, { annotations: annotated({ management: 'observe' }) }).next?.state).toMatchObject({ unplanned: true });
  });
});

describe('update', () => {
  test('is a new generation and revision with its plan (R24)', () => {
    const { next, operation, revise, relink } = update(aReady(), { spec: { size: 2 } });
    expect(next).toMatchObject({
      generation: 2,
      observedGeneration: 1,
      revision: 2,
      move: 2,
      updatedBy: 'bob',
      state: { status: 'pending', memo: { todo: 'update' }, output: { id: 'i-1' } },
    });
    expect({ revise, relink }).toEqual({ revise: 'action:update', relink: false });
    expect(operation).toMatchObject({
      type: 'update',
      changes: [{ path: ['spec', 'size'], before: 1, after: 2 }],
      steps: ['will update'],
      base: { revision: 1 },
    });
  });

  test('to what is there is nothing at all, and no module is asked (L7)', () => {
    const { heard, plan } = listening();
    for (const state of [aReady().state, pending(), failed()]) {
      const proposal = update(aReady({ state }), {}, { module: aModule({ plan }) });
      expect(proposal).toEqual({
        operation: { type: 'noop', urn: aReady().urn, changes: [], steps: [], base: { createdAt: expect.any(Number), revision: 1 } },
      });
    }
    expect(heard).toEqual([]);
  });

  test('to the same set in another order is nothing, even for a module that compares lists (L7, R20)', () => {
    const current = aReady({ spec: { tags: ['a', 'b'] } });
    const proposal = update(current, { spec: { tags: ['b', 'a'] } }, { module: aModule({ kind: { sets: ['tags'] } }) });
    expect(proposal.next).toBeUndefined();
  });

  test('of which the module says that it changes nothing is nothing (L7)', () => {
    const module = aModule({ plan: merging });
    expect(update(aReady({ spec: { size: 1, colour: 'red' } }), { spec: { size: 1 } }, { module }).next).toBeUndefined();
  });

  test('is laid over what is stored where the module does so (R24)', () => {
    const module = aModule({ plan: merging });
    const { next } = update(aReady({ spec: { size: 1, colour: 'red' } }), { spec: { colour: 'blue' } }, { module });
    expect(next).toMatchObject({ spec: { size: 1, colour: 'blue' }, generation: 2, observedGeneration: 2, state: { status: 'ready' } });
  });

  test('of labels and annotations only is a revision without a generation, and leaves the state alone (R24)', () => {
    const { heard, plan } = listening();
    const current = aReady();
    const { next, operation, revise } = update(current, { labels: { team: 'a' } }, { module: aModule({ plan }) });
    expect(next).toMatchObject({ revision: 2, generation: 1, move: 1, state: current.state });
    expect([operation.changes, revise, heard]).toEqual([[{ path: ['labels', 'team'], after: 'a' }], 'action:update', []]);
  });

  test('forgives old corrections (R17)', () => {
    expect(update(aReady({ corrections: { size: [1] } }), { labels: { team: 'a' } }).next?.corrections).toEqual({});
  });

  test('before anything was made is planned as a create (R24)', () => {
    const { heard, plan } = listening();
    update(aResource({ spec: { size: 1 } }), { spec: { size: 2 } }, { module: aModule({ plan }) });
    expect(heard).toEqual(['create {"size":2}']);
  });

  test('of what has gone missing is planned as a create, of what was only observed and exists as an update (R24)', () => {
    const { heard, plan } = listening();
    const setting = { module: aModule({ plan }) };
    update(aReady({ state: ready({ missing: true }) }), { spec: { size: 2 } }, setting);
    update(aReady({ observedGeneration: 0 }), { spec: { size: 2 } }, setting);
    expect(heard).toEqual(['create {"size":2}', 'update {"size":2}']);
  });

  test('of dependencies alone asks the module, and looks again where nothing has to be done (R24)', () => {
    const { next, relink, operation } = update(aReady(), { dependencies: links });
    expect(next).toMatchObject({ generation: 2, observedGeneration: 1, state: { status: 'ready', recheckAt: NOW } });
    expect([relink, operation.type, operation.changes]).toEqual([true, 'update', [{ path: ['dependencies', 'on'], after: links.on }]]);
  });

  test('of dependencies alone is brought about at once where nobody can look (R24)', () => {
    const setting = { module: aModule({ plan: merging }), moment: moment({ policy: blind }) };
    const { next } = update(aReady({ state: ready({ output: { id: 'i-1' } }) }), { dependencies: links }, setting);
    expect(next).toMatchObject({ generation: 2, observedGeneration: 2, state: ready({ output: { id: 'i-1' } }) });
  });

  test('of what is paused is planned, and waits (R23)', () => {
    const paused = annotated({ management: 'paused' });
    const { next } = update(aReady({ annotations: paused }), { annotations: paused, spec: { size: 2 } });
    expect(next?.state.status).toBe('pending');
    expect(next?.conditions.map(({ type }) => type)).toContain('Paused');
  });

  test('that settles while a step is under way looks as soon as that has ended (L8)', () => {
    const plan = only({ type: 'settle', spec: { size: 2 }, output: null });
    const { next } = update(aReady({ state: pending() }), { spec: { size: 2 } }, { module: aModule({ plan }) });
    expect(next?.state).toMatchObject({ status: 'ready', recheckAt: NOW });
  });

  test('of what is only observed asks no module and looks again (R23)', () => {
    const { heard, plan } = listening();
    const observed = annotated({ management: 'observe' });
    const { next } = update(aReady({ annotations: observed }), { annotations: observed, spec: { size: 2 } }, { module: aModule({ plan }) });
    expect(next).toMatchObject({ spec: { size: 2 }, generation: 2, state: { status: 'ready', recheckAt: NOW } });
    expect(heard).toEqual([]);
  });

  test('that only observes a kind which cannot be looked at is refused (R23)', () => {
    const observed = annotated({ management: 'observe' });
    const module = aModule({ isBlind: true });
    expect(problemOf(() => create({ annotations: observed }, { module }))).toMatchObject({
      path: ['annotations', 'ectropy.dev/management'],
    });
    expect(problemOf(() => update(aReady(), { annotations: observed }, { module }))).toMatchObject({
      path: ['annotations', 'ectropy.dev/management'],
    });
  });

  test('that takes something under management again looks at once, or makes what is missing (R23)', () => {
    const annotations = annotated({ management: 'observe' });
    const there = update(aReady({ annotations }), { annotations: {} });
    expect(there.next).toMatchObject({ generation: 1, revision: 2, state: { status: 'ready', recheckAt: NOW } });
    const { heard, plan } = listening();
    const missing = update(
      aReady({ annotations, state: ready({ missing: true, recheckAt: NOW + 1 }) }),
      { annotations: {} },
      { module: aModule({ plan }) },
    );
    expect(heard).toEqual([expect.stringMatching(/^create/)]);
    expect(missing.next).toMatchObject({ generation: 1, state: { status: 'pending', goal: 'present' } });
  });

  test('that takes something under management again is planned, and can be refused (R23)', () => {
    const plan = only({ type: 'refuse', problems: [{ code: 'invalid', message: 'no' }] });
    const current = aReady({ annotations: annotated({ management: 'observe' }) });
    expect(problemOf(() => update(current, { spec: { size: 2 } }, { module: aModule({ plan }) }))).toMatchObject({ message: 'no' });
  });
});

describe('replace', () => {
  const kind = { createOnly: ['zone', 'network.id'] };
  const module = aModule({ kind });
  const current = aReady({ spec: { zone: 'a', size: 1 } });

  test('comes of a change of a create-only field: the old thing is deleted by the spec that it was made from (R21, R11)', () => {
    const { next, operation } = update(current, { spec: { zone: 'b', size: 1 } }, { module });
    expect(next).toMatchObject({
      spec: { zone: 'b', size: 1 },
      state: { status: 'pending', goal: 'replace', memo: { todo: 'delete' }, former: { zone: 'a', size: 1 } },
    });
    expect(operation).toMatchObject({
      type: 'replace',
      changes: [{ path: ['spec', 'zone'], before: 'a', after: 'b', replaces: true }],
      steps: ['will create'],
    });
  });

  test('does not come of a neighbour of a create-only field (R21)', () => {
    const { operation } = update(current, { spec: { zone: 'a', size: 1, network: { mtu: 9 } } }, { module });
    expect(operation).toMatchObject({ type: 'update', changes: [{ path: ['spec', 'network'], after: { mtu: 9 } }] });
    expect(operation.changes[0]).not.toHaveProperty('replaces');
  });

  test('comes of a module that says so, and tells why (R21)', () => {
    const { operation } = update(aReady(), { spec: { size: 2 } }, { module: aModule({ plan: stiff }) });
    expect(operation).toMatchObject({ type: 'replace', steps: ['a folder cannot become a file', 'will create'] });
  });

  test('is refused when the new one could not be made, before the old one is touched (R21)', () => {
    expect(problemOf(() => update(current, { spec: { zone: 'b' } }, { module: aModule({ kind, plan: full }) }))).toMatchObject({
      message: 'no room',
    });
  });

  test('makes the new one of the merged spec, where the module merges (R21)', () => {
    const { next } = update(current, { spec: { zone: 'b' } }, { module: aModule({ kind, plan: busy }) });
    expect(next).toMatchObject({ spec: { zone: 'b', size: 1 }, state: { goal: 'replace' } });
  });

  test('of what needs no step is an update that is complete once it is stored (R21)', () => {
    const { next, operation } = update(current, { spec: { zone: 'b' } }, { module: aModule({ kind, plan: merging }) });
    expect(next).toMatchObject({ spec: { zone: 'b', size: 1 }, state: { status: 'ready', output: { of: { zone: 'b', size: 1 } } } });
    expect(operation.type).toBe('update');
  });

  describe('in the middle of a replacement', () => {
    const state = pending({ goal: 'replace', former: { zone: 'a' }, memo: { todo: 'delete' } });
    const half = aReady({ spec: { zone: 'b' }, generation: 2, move: 2, state });

    test('an edit still deletes what was there first (R11)', () => {
      const { heard, plan } = listening();
      const { next } = update(half, { spec: { zone: 'b', size: 5 } }, { module: aModule({ kind, plan }) });
      expect(next?.state).toMatchObject({ goal: 'replace', former: { zone: 'a' } });
      expect(heard).toEqual(['update {"zone":"b","size":5}', 'create {"zone":"b","size":5}', 'delete {"zone":"a"}']);
    });

    test('an edit back to what was there first replaces it all the same, for nobody knows what is left of it (R11)', () => {
      expect(update(half, { spec: { zone: 'a' } }, { module }).next?.state).toMatchObject({ goal: 'replace', former: { zone: 'a' } });
    });

    test('an edit that changes nothing is nothing (L7)', () => {
      expect(update(half, { spec: {} }, { module: aModule({ kind, plan: merging }) }).next).toBeUndefined();
    });

    test('a delete deletes what was there first (R11)', () => {
      const { heard, plan } = listening();
      const { next } = proposeDelete(half, aSetting({ module: aModule({ kind, plan }) }));
      expect(next?.state).toMatchObject({ goal: 'absent', former: { zone: 'a' } });
      expect(heard).toEqual(['delete {"zone":"a"}']);
    });

    test('the module is asked about what was there first (R11)', () => {
      expect(subjectOf(half, aSetting()).spec).toEqual({ zone: 'a' });
    });

    test('once the old one is gone, an edit is planned as a create: nothing exists to be updated (R11)', () => {
      const emptied = advance(half, { type: 'stepped', step: { type: 'gone' } }, moment());
      const making = advance(emptied, { type: 'planned', goal: 'present', memo: null }, moment());
      const { heard, plan } = listening();
      for (const resource of [emptied, making]) update(resource, { spec: { zone: 'b', size: 5 } }, { module: aModule({ kind, plan }) });
      expect(heard).toEqual(['create {"zone":"b","size":5}', 'create {"zone":"b","size":5}']);
    });

    test('that has failed, no action is planned on the wrong spec (R11)', () => {
      const broken = { ...half, state: failed({ goal: 'replace', former: { zone: 'a' } }) };
      expect(problemOf(() => act(broken))).toMatchObject({
        code: 'invalid',
        message: "cannot perform 'restart' on a resource whose replacement has failed",
      });
    });
  });
});

describe('act', () => {
  test('is planned like any other change, and revised under its name (R24)', () => {
    const { next, operation, revise } = act(aReady());
    expect(next).toMatchObject({ generation: 1, revision: 2, move: 2, state: { status: 'pending', memo: { todo: 'act' } } });
    expect(operation).toMatchObject({ type: 'act', action: 'restart', changes: [], steps: ['will act'] });
    expect(revise).toBe('action:restart');
  });

  test('that changes the spec is a new generation (R24)', () => {
    const plan = only({ type: 'change', spec: { size: 9 }, memo: null });
    const { next, operation } = act(aReady(), { module: aModule({ plan }) });
    expect(next).toMatchObject({ generation: 2, spec: { size: 9 } });
    expect(operation.changes).toEqual([{ path: ['spec', 'size'], before: 1, after: 9 }]);
  });

  test('with nothing to do is nothing; with labels it is a revision (L7)', () => {
    const setting = { module: aModule({ plan: only({ type: 'noop' }) }) };
    expect(act(aReady(), setting).next).toBeUndefined();
    expect(act(aReady(), setting, { team: 'a' }).next).toMatchObject({
      revision: 2,
      generation: 1,
      labels: { team: 'a' },
      state: { status: 'ready' },
    });
  });

  test.each([
    ['while work is pending', aResource(), { code: 'invalid', message: "cannot perform 'restart' on resource in 'STATUS_PENDING'" }],
    [
      'while it is being deleted',
      aReady({ deletionRequestedAt: 1 }),
      { code: 'conflict', message: "resource with urn 'orn:entropy:file:demo:one' is being deleted" },
    ],
    [
      'on what is only observed',
      aReady({ annotations: annotated({ management: 'observe' }) }),
      { code: 'invalid', message: "cannot perform 'restart' on a resource that is only observed" },
    ],
  ] as const)('is refused %s (R24)', (_, current, problem) => {
    expect(problemOf(() => act(current))).toMatchObject(problem);
  });

  test('is not a replacement: such an answer is a fault of the module (R24)', () => {
    const module = aModule({ plan: only({ type: 'replace', spec: {}, reason: 'why not' }) });
    expect(problemOf(() => act(aReady(), { module }))).toMatchObject({ code: 'internal' });
  });
});

describe('delete', () => {
  test('is planned, shows all that goes, and is no revision (R24)', () => {
    const { next, operation, revise } = remove(aReady());
    expect(next).toMatchObject({
      deletionRequestedAt: NOW,
      revision: 1,
      state: { status: 'pending', goal: 'absent', memo: { todo: 'delete' } },
    });
    expect(operation).toMatchObject({ type: 'delete', changes: [{ path: ['spec', 'size'], before: 1 }], steps: ['will delete'] });
    expect(revise).toBeUndefined();
  });

  test('twice is once (L7)', () => {
    expect(remove(aReady({ deletionRequestedAt: 1 })).next).toBeUndefined();
  });

  test('that needs no step is gone once it is stored (L9)', () => {
    expect(remove(aReady(), { module: aModule({ plan: merging }) }).next?.state).toEqual({ status: 'gone' });
  });

  test('that needs no step waits for a step that is under way, and plans again then (L9)', () => {
    const { next } = remove(aReady({ state: pending() }), { module: aModule({ plan: merging }) });
    expect(next?.state).toMatchObject({ status: 'pending', goal: 'absent', unplanned: true });
  });

  test('that needs no step waits for those who depend on it, and plans again then (L9)', () => {
    const { next } = remove(aReady(), { module: aModule({ plan: merging }) }, { later: true });
    expect(next?.state).toMatchObject({ status: 'pending', goal: 'absent', unplanned: true });
  });

  test.each([{ deletion: 'orphan' }, { management: 'observe' }])('under %j asks no module and leaves the thing (R23)', (policies) => {
    const { heard, plan } = listening();
    const { next, operation } = remove(aReady({ annotations: annotated(policies) }), { module: aModule({ plan }) });
    expect(next?.state).toEqual({ status: 'gone' });
    expect(operation.steps).toEqual(['the thing itself is left as it is']);
    expect(heard).toEqual([]);
  });

  test('of what is paused waits, even where there is nothing to do (R23)', () => {
    const paused = aReady({ annotations: annotated({ management: 'paused' }) });
    expect(remove(paused, { module: aModule({ plan: merging }) }).next?.state).toMatchObject({ status: 'pending', unplanned: true });
    expect(remove(paused).next?.state).toMatchObject({ status: 'pending', memo: { todo: 'delete' } });
  });

  test('is not a replacement: such an answer does not drop the row (L9)', () => {
    const module = aModule({ plan: only({ type: 'replace', spec: {}, reason: 'why not' }) });
    expect(problemOf(() => remove(aReady(), { module }))).toMatchObject({ code: 'internal' });
  });

  test('is not undone by an edit (L9)', () => {
    const leaving = aReady({ deletionRequestedAt: 1, state: pending({ goal: 'absent' }) });
    const edits: readonly Partial<Declared>[] = [{}, { spec: { size: 2 } }, { labels: { team: 'a' } }, { dependencies: links }];
    for (const edit of edits)
      expect(problemOf(() => update(leaving, edit))).toMatchObject({
        code: 'conflict',
        hint: 'wait until it is gone, then create it again',
      });
  });

  test('that is paused can be resumed, and one that does not come to an end can be told to leave the thing (L9)', () => {
    const state = pending({ goal: 'absent', memo: { todo: 'delete' } });
    const paused = aReady({ deletionRequestedAt: 1, state, annotations: annotated({ management: 'paused' }) });
    for (const annotations of [{}, annotated({ deletion: 'orphan' })])
      expect(update(paused, { annotations }).next).toMatchObject({ annotations, state, deletionRequestedAt: 1 });
  });
});

describe('secrets', () => {
  const module = aModule({ kind: { secret: ['auth.password'], createOnly: ['auth'] } });

  test('are left out of every change, also where a whole group comes or goes (L11, R25)', () => {
    const spec = { auth: { user: 'u', password: 'hunter2' } };
    const other = { auth: { user: 'u', password: 'hunter3' } };
    const proposals = [
      create({ spec }, { module }),
      update(aReady({ spec }), { spec: other }, { module }),
      update(aReady({ spec }), { spec: {} }, { module }),
      proposeDelete(aReady({ spec }), aSetting({ module })),
    ];
    expect(JSON.stringify(proposals.map(({ operation }) => operation))).not.toContain('hunter');
    expect(proposals.map(({ operation }) => operation.changes)).toEqual([
      [{ path: ['spec', 'auth'], secret: true }],
      [{ path: ['spec', 'auth', 'password'], secret: true, replaces: true }],
      [{ path: ['spec', 'auth'], secret: true, replaces: true }],
      [{ path: ['spec', 'auth'], secret: true }],
    ]);
  });

  test('of the same name in labels are no secrets (R25)', () => {
    const open = aModule({ kind: { secret: ['team'] } });
    expect(create({ labels: { team: 'a' } }, { module: open }).operation.changes).toContainEqual({ path: ['labels', 'team'], after: 'a' });
  });
});

describe('a plan has no side effects and is deterministic', () => {
  const cases: Readonly<Record<string, () => unknown>> = {
    create: () => create(frozen({ labels: { a: 'b' } }), frozen({ needs: {} })),
    update: () => update(frozen(aReady({ uid: 'u' })), frozen({ spec: { size: 2 }, dependencies: links })),
    replace: () =>
      update(frozen(aReady({ uid: 'u' })), frozen({ spec: { size: 2 } }), { module: aModule({ kind: { createOnly: ['size'] } }) }),
    act: () => act(frozen(aReady({ uid: 'u' }))),
    delete: () => proposeDelete(frozen(aReady({ uid: 'u' })), aSetting()),
  };
  test.each(Object.entries(cases))('%s: the same question gets the same answer, and nothing is written to (L5)', (_, propose) => {
    expect(propose()).toEqual(propose());
    expect(JSON.parse(JSON.stringify(propose()))).toEqual(propose());
  });
});

describe('the rest', () => {
  test('a plan means the same to everybody (R24)', () => {
    expect(happeningOf({ type: 'noop' }, 'present', { id: 1 })).toEqual({ type: 'settled', goal: 'present', output: { id: 1 } });
    expect(happeningOf({ type: 'settle', spec: {}, output: { id: 2 } }, 'absent', null)).toEqual({
      type: 'settled',
      goal: 'absent',
      output: { id: 2 },
    });
    expect(happeningOf({ type: 'change', spec: {}, memo: 7 }, 'absent', null)).toEqual({ type: 'planned', goal: 'absent', memo: 7 });
    // @ts-expect-error -- where a replacement means nothing, the compiler refuses it; `ask` refuses a module that answers so
    happeningOf({ type: 'replace', spec: {}, reason: '' }, 'present', null);
  });

  test('what is not there is said so', () => {
    expect(notFound('orn:x')).toEqual({ code: 'not_found', message: "resource with urn 'orn:x' not found" });
  });
});
