import { describe, expect, test } from 'vitest';
import { aResource, failed, pending, ready } from '../testing/builders.ts';
import { happeningOf } from './ask.ts';
import { notFound, proposeApply, proposeCreate, proposeDelete } from './propose.ts';
import type { Declared } from './resource.ts';
import { identity, links, only, create, update, act, problemOf } from './testing/proposals.ts';
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
