import { expect, test } from 'vitest';
import { FOREGROUND, holdersOf, isSharedWith, stillPaused } from './resource.ts';

test.each([
  ['its own project', undefined, 'own', true],
  ['a project that is named', ['a', 'b'], 'b', true],
  ['every project, where everybody is meant', ['*'], 'z', true],
  ['no other project', ['a'], 'z', false],
  ['nobody else, where nobody is named', [], 'z', false],
  ['no project that is only called like one of them', ['ab'], 'a', false],
  ['nothing that only objects have', [], 'constructor', false],
] as const)('a resource can be used from %s (R35)', (_, sharedWith, project, usable) => {
  expect(isSharedWith({ project: 'own', ...(sharedWith && { sharedWith }) }, project)).toBe(usable);
});

test("those who hold a deletion are those outside: the engine's own mark is not one (R32)", () => {
  expect(holdersOf({})).toEqual([]);
  expect(holdersOf({ finalizers: [FOREGROUND] })).toEqual([]);
  expect(holdersOf({ finalizers: ['a', FOREGROUND, 'b'] })).toEqual(['a', 'b']);
});

const paused = { 'ectropy.dev/management': 'paused' };
test.each([
  ['leaves a pause that it does not mention', { note: 'x' }, paused, { note: 'x', ...paused }],
  ['ends a pause by saying so', { 'ectropy.dev/management': 'full' }, paused, { 'ectropy.dev/management': 'full' }],
  ['ends what else it does not mention any more', {}, { 'ectropy.dev/management': 'observe' }, {}],
  ['pauses nothing by itself', {}, {}, {}],
  ['pauses nothing that is new', {}, undefined, {}],
] as const)('a document %s (R23)', (_, declared, current, annotations) => {
  expect(stillPaused(declared, current && { annotations: current })).toEqual(annotations);
});
