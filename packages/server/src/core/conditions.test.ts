import { describe, expect, test } from 'vitest';
import { aResource, failed, pending, ready } from '../testing/builders.ts';
import { conditionsOf } from './conditions.ts';
import type { Resource } from './resource.ts';
import { annotated, aReady, NOW } from './testing/scene.ts';
import type { Urn } from './urn.ts';

const said = (resource: Resource): string =>
  conditionsOf(resource, [], NOW)
    .map(({ type, status, reason, message }) => `${type} ${status} ${reason}: ${message}`)
    .join('\n');

const drift = [{ path: ['size'], before: 1, after: 2 }];
const problem = { code: 'unavailable', message: 'cannot reach the cluster' } as const;
const two = { urn: 'orn:entropy:file:demo:two' as Urn, status: 'failed' } as const;
const three = { urn: 'orn:entropy:file:demo:three' as Urn, status: 'pending' } as const;

describe('what people read while it is pending (L10)', () => {
  test('it is being made', () => {
    expect(said(aResource())).toMatchInlineSnapshot(`
      "Ready False Syncing: Syncing is under way.
      Synced False Syncing: Syncing is under way.
      Progressing True Syncing: Syncing is under way."
    `);
  });

  test('it is being replaced', () => {
    expect(said(aResource({ state: pending({ goal: 'replace' }) }))).toMatchInlineSnapshot(`
      "Ready False Replacing: Replacing is under way.
      Synced False Replacing: Replacing is under way.
      Progressing True Replacing: Replacing is under way."
    `);
  });

  test('it is being deleted', () => {
    expect(said(aResource({ state: pending({ goal: 'absent' }), deletionRequestedAt: NOW }))).toMatchInlineSnapshot(`
      "Ready False Deleting: Deleting is under way.
      Synced False Deleting: Deleting is under way.
      Progressing True Deleting: Deleting is under way."
    `);
  });

  test('its drift is being put right', () => {
    expect(said(aResource({ state: pending({ drift }) }))).toMatchInlineSnapshot(`
      "Ready False Correcting: Correcting is under way.
      Synced False Correcting: Correcting is under way.
      Progressing True Correcting: Correcting is under way.
      Drifted True Correcting: Found other than declared: size: 1 → 2."
    `);
  });

  test('it had disappeared and is being made again', () => {
    expect(said(aResource({ state: pending({ drift: [{ path: [], before: '(present)', after: '(missing)' }] }) }))).toMatchInlineSnapshot(`
      "Ready False Correcting: Correcting is under way.
      Synced False Correcting: Correcting is under way.
      Progressing True Correcting: Correcting is under way.
      Drifted True Correcting: Found other than declared: "(present)" → "(missing)"."
    `);
  });

  test('it waits for what it depends on', () => {
    const blockedBy = [two, three].map((other) => ({ ...other, as: 'dependency' as const }));
    expect(said(aResource({ state: pending({ blockedBy }) }))).toMatchInlineSnapshot(`
      "Ready False Blocked: Waits for orn:entropy:file:demo:two (failed), orn:entropy:file:demo:three (pending).
      Synced False Blocked: Waits for orn:entropy:file:demo:two (failed), orn:entropy:file:demo:three (pending).
      Blocked True DependencyNotReady: Waits for orn:entropy:file:demo:two (failed), orn:entropy:file:demo:three (pending)."
    `);
  });

  test('it cannot be deleted yet', () => {
    const blockedBy = [{ ...two, as: 'dependent' as const }];
    expect(said(aResource({ state: pending({ goal: 'absent', blockedBy }), deletionRequestedAt: NOW }))).toMatchInlineSnapshot(`
      "Ready False Blocked: Waits until nothing depends on it: orn:entropy:file:demo:two (failed).
      Synced False Blocked: Waits until nothing depends on it: orn:entropy:file:demo:two (failed).
      Blocked True DependentsExist: Waits until nothing depends on it: orn:entropy:file:demo:two (failed)."
    `);
  });

  test('a step threw', () => {
    expect(said(aResource({ state: pending({ attempt: 1, problem }) }))).toMatchInlineSnapshot(`
      "Ready False Retrying: cannot reach the cluster. It is tried again by itself.
      Synced False Retrying: cannot reach the cluster. It is tried again by itself.
      Progressing True Retrying: cannot reach the cluster. It is tried again by itself."
    `);
  });

  test('it is paused', () => {
    expect(said(aResource({ annotations: annotated({ management: 'paused' }) }))).toMatchInlineSnapshot(`
      "Ready False Paused: Nothing is done until it is resumed.
      Synced False Paused: Nothing is done until it is resumed.
      Paused True Paused: Nothing is done until it is resumed."
    `);
  });
});

describe('what people read when the work has ended (L10)', () => {
  test('all is well', () => {
    expect(said(aReady())).toMatchInlineSnapshot(`
      "Ready True Available: It is as declared.
      Synced True Synced: What is declared has been brought about."
    `);
  });

  test('all is well, and it is paused', () => {
    expect(said(aReady({ annotations: annotated({ management: 'paused' }) }))).toMatchInlineSnapshot(`
      "Ready True Available: It is as declared.
      Synced True Synced: What is declared has been brought about.
      Paused True Paused: Nothing is done until it is resumed."
    `);
  });

  test('the newest change has not been looked at yet', () => {
    expect(said(aReady({ generation: 2 }))).toMatchInlineSnapshot(`
      "Ready True Available: It is as declared.
      Synced False Waiting: The newest change has not been brought about yet."
    `);
  });

  test('it has drifted, which is only reported', () => {
    expect(said(aReady({ state: ready({ drift }) }))).toMatchInlineSnapshot(`
      "Ready True Available: It exists, but differs from what is declared.
      Synced False Drifted: The world differs from what is declared.
      Drifted True Differs: Found other than declared: size: 1 → 2."
    `);
  });

  test('a secret has drifted', () => {
    expect(said(aReady({ state: ready({ drift: [{ path: ['password'], secret: true }] }) }))).toMatchInlineSnapshot(`
      "Ready True Available: It exists, but differs from what is declared.
      Synced False Drifted: The world differs from what is declared.
      Drifted True Differs: Found other than declared: password: (secret, changed)."
    `);
  });

  test('it is missing, and may not be created', () => {
    expect(said(aReady({ state: ready({ missing: true }) }))).toMatchInlineSnapshot(`
      "Ready False Missing: It does not exist, and nothing here may create it.
      Synced False Drifted: The world differs from what is declared.
      Drifted True Missing: It does not exist."
    `);
  });

  test('somebody else keeps changing it', () => {
    expect(said(aReady({ state: ready({ drift, contested: true }) }))).toMatchInlineSnapshot(`
      "Ready True Available: It exists, but differs from what is declared.
      Synced False Drifted: The world differs from what is declared.
      Drifted True Differs: Found other than declared: size: 1 → 2.
      Contested True CorrectedTooOften: Somebody else keeps changing it, so nothing is corrected any more: size: 1 → 2. Agree on one value, then retry."
    `);
  });

  test('somebody else keeps deleting it', () => {
    expect(said(aReady({ state: ready({ missing: true, contested: true }) }))).toMatchInlineSnapshot(`
      "Ready False Missing: It does not exist.
      Synced False Drifted: The world differs from what is declared.
      Drifted True Missing: It does not exist.
      Contested True CorrectedTooOften: Somebody else keeps deleting it, so it is not made again. Agree on whether it should exist, then retry."
    `);
  });

  test('the last look failed', () => {
    expect(said(aReady({ state: ready({ problem }) }))).toMatchInlineSnapshot(`
      "Ready True Available: It was as declared when it was last seen; now it cannot be looked at.
      Synced Unknown CannotLook: cannot reach the cluster."
    `);
  });

  test('it has failed', () => {
    expect(said(aResource({ state: failed({ problem }) }))).toMatchInlineSnapshot(`
      "Ready False Failed: cannot reach the cluster. Retry it, or change what is declared.
      Synced False Failed: cannot reach the cluster. Retry it, or change what is declared."
    `);
  });

  test('it is gone', () => {
    expect(said(aResource({ state: { status: 'gone' } }))).toMatchInlineSnapshot(`
      "Ready False Gone: It has been deleted.
      Synced True Gone: It has been deleted."
    `);
  });
});

describe('when a condition changed', () => {
  const first = conditionsOf(aResource(), [], NOW);
  const times = (resource: Resource, former = first): Record<string, number> =>
    Object.fromEntries(conditionsOf(resource, former, NOW + 1_000).map(({ type, changedAt }) => [type, changedAt - NOW]));

  test('is when its status did, whatever it says meanwhile (L10)', () => {
    expect(times(aResource({ state: pending({ problem }) }))).toEqual({ Ready: 0, Synced: 0, Progressing: 0 });
    expect(times(aReady())).toEqual({ Ready: 1_000, Synced: 1_000 });
  });

  test('is now for one that has come back (L10)', () => {
    const calm = conditionsOf(aReady(), [], NOW);
    expect(times(aReady({ state: ready({ drift }) }), calm)).toEqual({ Ready: 0, Synced: 1_000, Drifted: 1_000 });
  });
});
