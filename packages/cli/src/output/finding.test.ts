import { expect, test } from 'vitest';
import type { Document, Status } from '../api/document.ts';
import { plain } from '../terminal/style.ts';
import { findingOf, showFinding } from './finding.ts';

const of = (status: Status) => findingOf({ apiVersion: 'v1', kind: 'File', metadata: { name: 'a' }, status } as Document);
const drift = ['size: 1 → 2'];

test.each([
  [{ phase: 'Ready' }, 'in-order', ''],
  [{ phase: 'Correcting', drift }, 'differs', 'it is being put back as declared'],
  [{ phase: 'Drifted', drift }, 'differs', 'it is left as it was found'],
  [{ phase: 'Missing' }, 'differs', 'it is not made again'],
  [{ phase: 'Contested', drift }, 'differs', 'nothing is written any more'],
  [{ phase: 'Failed', drift, problem: { code: 'internal', message: 'no' } }, 'differs', 'could not be put back'],
  [{ phase: 'Retrying', drift, problem: { code: 'unavailable', message: 'no' } }, 'differs', 'ectropy why'],
  [{ phase: 'Ready', problem: { code: 'unavailable', message: 'the disk is away' } }, 'unknown', 'the disk is away'],
] as const)('%j is %s: %s', (status, result, next) => {
  expect(of(status)).toMatchObject({ result, next: expect.stringContaining(next) });
});

test('what nobody is to compare is not said to be right', () => {
  const metadata = { name: 'a', annotations: { 'ectropy.dev/drift': 'ignore' } };
  const finding = findingOf({ apiVersion: 'v1', kind: 'File', metadata, status: { phase: 'Ready' } } as Document);
  expect(showFinding({ title: 'File/a', ...finding }, plain)).toBe('✓ File/a: what differs is ignored, as its policy says');
});

test('that nothing is there is said in words', () => {
  expect(of({ phase: 'Correcting', drift: ['"(present)" → "(missing)"'] }).differences).toEqual(['it does not exist any more']);
  expect(showFinding({ title: 'File/a', ...of({ phase: 'Missing' }) }, plain)).toContain('      it does not exist any more\n');
});
