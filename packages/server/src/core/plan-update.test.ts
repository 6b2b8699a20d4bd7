import type { Artifact, Subject } from '@ectropy/sdk';
import { describe, expect, test } from 'vitest';
import { failed, pending } from '../testing/builders.ts';
import { proposeApply } from './propose.ts';
import type { Resource } from './resource.ts';
import type { Urn } from './urn.ts';
import { aModule, annotated, aReady, aSetting, declared, frozen, merging, plain, type Planner } from './testing/scene.ts';

const identity = { kind: 'file', project: 'demo', name: 'one' };
const file = (digest: string): Artifact => ({ digest: `sha256:${digest}`, size: 1, mediaType: 'text/plain' });
const old = { 'a.txt': file('1') };
const fresh = { 'a.txt': file('2') };

/** What the module was asked, with the files that it was shown. */
function watching(plan: Planner = plain) {
  const heard: { readonly type: string; readonly artifacts: Subject['artifacts']; readonly drift?: unknown }[] = [];
  const planner: Planner = (subject, intent) => {
    heard.push({ type: intent.type, artifacts: subject.artifacts, ...('drift' in intent && { drift: intent.drift }) });
    return plan(subject, intent);
  };
  return { heard, planner };
}

function repack(current: Resource, artifacts: Record<string, Artifact> | undefined, { plan = plain, kind = {}, spec = { size: 1 } } = {}) {
  const { heard, planner } = watching(plan);
  const wanted = { ...declared({ spec, annotations: current.annotations }), ...(artifacts && { artifacts }) };
  return { ...proposeApply(frozen(current), identity, wanted, aSetting({ module: aModule({ plan: planner, kind }) })), heard };
}

const careless: Planner = (subject, intent) => (intent.type === 'correct' ? { type: 'noop' } : plain(subject, intent));

const rigid: Planner = (subject, intent) =>
  intent.type === 'correct' ? { type: 'replace', spec: subject.spec, reason: 'the image is built in' } : plain(subject, intent);

describe('another file', () => {
  test('is a generation and a revision, and the module is asked to correct (R34)', () => {
    const { next, heard, operation, revise } = repack(aReady({ artifacts: old }), fresh);
    expect(next).toMatchObject({ generation: 2, revision: 2, artifacts: fresh, state: { status: 'pending', memo: { todo: 'correct' } } });
    expect(revise).toBe('action:update');
    expect(operation).toMatchObject({
      type: 'update',
      changes: [{ path: ['artifacts', 'a.txt', 'digest'], before: 'sha256:1', after: 'sha256:2' }],
    });
    expect(heard).toEqual([
      { type: 'update', artifacts: fresh },
      { type: 'correct', artifacts: fresh, drift: [{ path: ['artifacts', 'a.txt', 'digest'], before: 'sha256:2', after: 'sha256:1' }] },
    ]);
  });

  test('beside another spec is an ordinary update, planned with the new file (R34)', () => {
    const { heard, next } = repack(aReady({ artifacts: old }), fresh, { spec: { size: 2 } });
    expect(heard).toEqual([{ type: 'update', artifacts: fresh }]);
    expect(next).toMatchObject({ generation: 2, artifacts: fresh, spec: { size: 2 } });
  });

  test('that is the first, or the last to go, counts like any other (R34)', () => {
    expect(repack(aReady(), fresh).next).toMatchObject({ generation: 2, artifacts: fresh });
    const emptied = repack(aReady({ artifacts: old }), undefined);
    expect(emptied.next).toMatchObject({ generation: 2 });
    expect(emptied.next).not.toHaveProperty('artifacts');
    expect(emptied.heard[1]).toMatchObject({ type: 'correct', artifacts: {} });
  });

  test('that is the same is nothing (L7, R34)', () => {
    const { next, heard } = repack(aReady({ artifacts: old }), old);
    expect({ next, heard }).toEqual({ next: undefined, heard: [] });
  });

  test('before the thing was made is planned as its creation (R34)', () => {
    const making = aReady({ artifacts: old, observedGeneration: 0, state: pending({ memo: { todo: 'create' } }) });
    const { heard, next } = repack(making, fresh);
    expect(heard).toEqual([{ type: 'create', artifacts: fresh }]);
    expect(next?.state).toMatchObject({ status: 'pending', memo: { todo: 'create' } });
  });

  test('that the module does not care about is recorded all the same, and looked at (R34)', () => {
    const { next } = repack(aReady({ artifacts: old }), fresh, { plan: careless });
    expect(next).toMatchObject({ generation: 2, revision: 2, artifacts: fresh, state: { status: 'ready' } });
  });

  test('of a kind that is only stored is complete at once (R34)', () => {
    const { next } = repack(aReady({ artifacts: old }), fresh, { plan: merging });
    expect(next).toMatchObject({ generation: 2, artifacts: fresh, state: { status: 'ready' } });
  });

  test('of what is only observed asks the module nothing (R34, R23)', () => {
    const { heard, next } = repack(aReady({ artifacts: old, annotations: annotated({ management: 'observe' }) }), fresh);
    expect(heard).toEqual([]);
    expect(next).toMatchObject({ generation: 2, artifacts: fresh });
  });

  test('that cannot be exchanged in place replaces the thing, for the reason that the module gives (R34, R21)', () => {
    const { next, operation } = repack(aReady({ artifacts: old }), fresh, { plan: rigid });
    expect(next?.state).toMatchObject({ status: 'pending', goal: 'replace', former: { size: 1 } });
    expect(operation).toMatchObject({ type: 'replace', reason: 'the image is built in' });
  });
});

describe('other dependencies alone, where the module sees nothing to update', () => {
  const before = { host: 'orn:entropy:file:demo:a' as Urn };
  const after = { host: 'orn:entropy:file:demo:b' as Urn };

  function relink(state: Resource['state'], plan: Planner = plain) {
    const { heard, planner } = watching(plan);
    const current = frozen(aReady({ spec: { size: 1 }, dependencies: before, state }));
    const wanted = declared({ spec: { size: 1 }, dependencies: after });
    return { ...proposeApply(current, identity, wanted, aSetting({ module: aModule({ plan: planner }) })), heard };
  }

  test.each([pending({ memo: { todo: 'discard' } }), failed({ memo: { todo: 'discard' } })])(
    'do not go on with work that has not ended: the module is asked to correct ($status) (R24)',
    (state) => {
      const { next, heard } = relink(state);
      expect(next).toMatchObject({ generation: 2, state: { status: 'pending', memo: { todo: 'correct' }, attempt: 0 } });
      expect(heard.map(({ type, drift }) => [type, drift])).toEqual([
        ['update', undefined],
        ['correct', [{ path: ['dependencies', 'host'], before: after.host, after: before.host }]],
      ]);
    },
  );

  test('are only looked at where all was well (R24)', () => {
    const { next, heard } = relink(aReady().state);
    expect(heard.map(({ type }) => type)).toEqual(['update']);
    expect(next).toMatchObject({ generation: 2, state: { status: 'ready' } });
  });

  test('go on with the work where the module has nothing to correct either (R24)', () => {
    expect(relink(failed({ memo: { todo: 'discard' } }), careless).next?.state).toMatchObject({
      status: 'pending',
      memo: { todo: 'discard' },
    });
  });
});
