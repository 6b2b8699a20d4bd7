import { describe, expect, test } from 'vitest';
import type { Document, Status } from '../api/document.ts';
import { judge } from './judge.ts';

const document = (status: Status | undefined, metadata = {}): Document => ({
  apiVersion: 'v1',
  kind: 'File',
  metadata: { name: 'a', generation: 2, ...metadata },
  ...(status && { status }),
});
const state = (phase: string, aim: 'present' | 'absent', more: Status = {}) =>
  judge(document({ phase, observedGeneration: 2, ...more }), aim).state;

const table = {
  Pending: ['working', 'working'],
  Blocked: ['working', 'working'],
  Retrying: ['working', 'working'],
  Replacing: ['working', 'working'],
  Correcting: ['working', 'working'],
  Deleting: ['working', 'working'],
  Ready: ['done', 'working'],
  Drifted: ['done', 'working'],
  Missing: ['done', 'working'],
  Contested: ['done', 'working'],
  Paused: ['done', 'working'],
  Failed: ['failed', 'failed'],
  Surprise: ['working', 'working'],
} as const;

const note = (status: Status): string => judge(document(status), 'present').note;

describe('a resource', () => {
  test.each(Object.entries(table))('that is %s', (phase, [present, absent]) => {
    expect([state(phase, 'present'), state(phase, 'absent')]).toEqual([present, absent]);
  });

  test('that is ready for an older generation is not done, unless it is paused', () => {
    expect(state('Ready', 'present', { observedGeneration: 1 })).toBe('working');
    expect(state('Paused', 'present', { observedGeneration: 1 })).toBe('done');
  });

  test('of a kind without status is done once it is stored', () => {
    expect(judge(document(undefined), 'present')).toMatchObject({ state: 'done', phase: 'Stored' });
    expect(judge(document(undefined), 'absent')).toMatchObject({ state: 'working', phase: 'Deleting' });
  });

  test('that somebody deletes meanwhile has failed', () => {
    expect(judge(document({ phase: 'Deleting' }, { deletionTimestamp: 'now' }), 'present')).toMatchObject({
      state: 'failed',
      note: 'it is being deleted',
    });
  });
});

describe('what stands in the way', () => {
  test('is what it waits for, else the problem, else the progress, else the condition', () => {
    const conditions = [{ type: 'Ready', status: 'False', message: 'not yet' }];
    const problem = { code: 'unavailable', message: 'no current' };
    const blockedBy = [{ urn: 'orn:entropy:cloud_network:default:main', as: 'dependency', status: 'pending' }];
    expect(note({ phase: 'Blocked', conditions, problem, progress: '5 %', blockedBy })).toBe(
      'waits for orn:entropy:cloud_network:default:main',
    );
    expect(note({ phase: 'Retrying', conditions, problem, progress: '5 %' })).toBe('no current');
    expect(note({ phase: 'Pending', conditions, progress: '5 %' })).toBe('5 %');
    expect(note({ phase: 'Blocked', conditions })).toBe('not yet');
    expect(note({ phase: 'Pending', conditions })).toBe('');
    expect(note({ phase: 'Ready', conditions })).toBe('');
  });
});
