import type { Json, Observation } from '@ectropy/sdk';
import { describe, expect, test } from 'vitest';
import { ready } from '../testing/builders.ts';
import { causeOf, HOUR_MS, judge, type Verdict } from './drift.ts';
import { type annotations, policyOf, type Resource } from './resource.ts';
import { annotated, aReady, NOW } from './testing/scene.ts';

type Values<P extends keyof typeof annotations> = (typeof annotations)[P]['values'][number];

const seen = { exists: true, actual: { size: 2 }, output: { id: 'i-2' } } as const satisfies Observation;
const missing = { exists: false } as const satisfies Observation;
const drift = [{ path: ['size'], before: 1, after: 2 }];
const cause = (field: string, before: Json = 1): string => causeOf({ path: [field], before });

describe('what is done about drift', () => {
  /** What is paused is never looked at. */
  const verdicts = {
    full: {
      correct: { drifted: 'correct', missing: 'correct' },
      report: { drifted: 'report', missing: 'report' },
      ignore: { drifted: 'as-declared', missing: 'report' },
    },
    observe: {
      correct: { drifted: 'report', missing: 'report' },
      report: { drifted: 'report', missing: 'report' },
      ignore: { drifted: 'report', missing: 'report' },
    },
  } as const satisfies Record<
    Exclude<Values<'management'>, 'paused'>,
    Record<Values<'drift'>, Record<'drifted' | 'missing', Verdict['type']>>
  >;
  const cells = Object.entries(verdicts).flatMap(([management, row]) =>
    Object.entries(row).map(([policy, expected]) => [management, policy, expected] as const),
  );

  test.each(cells)('management %s, drift %s: %j (R16)', (management, policy, expected) => {
    const resource = aReady({ annotations: annotated({ management, drift: policy }) });
    expect(judge(resource, seen, [], NOW)).toMatchObject({ type: expected.drifted });
    expect(judge(resource, missing, [], NOW)).toMatchObject({ type: expected.missing, missing: true, drift: [] });
    expect(judge(resource, { ...seen, actual: { size: 1 } }, [], NOW)).toEqual({ type: 'as-declared', output: { id: 'i-2' } });
  });

  test('both values are told, declared and found (R16)', () => {
    expect(judge(aReady(), seen, [], NOW)).toEqual({
      type: 'correct',
      drift,
      missing: false,
      output: { id: 'i-2' },
      corrections: { [cause('size')]: [NOW] },
    });
  });

  test('what the module expects counts, not the spec (R16)', () => {
    const exact = { ...seen, expected: { digest: 'a' }, actual: { digest: 'a', size: 9 } };
    expect(judge(aReady(), exact, [], NOW)).toMatchObject({ type: 'as-declared' });
  });

  test('the order of a set is no drift (R20)', () => {
    const resource = aReady({ spec: { tags: ['a', 'b'] } });
    expect(judge(resource, { ...seen, actual: { tags: ['b', 'a'] } }, ['tags'], NOW)).toMatchObject({ type: 'as-declared' });
  });

  test('the values of secret fields are left out, also where a whole group differs (L11)', () => {
    const resource = aReady({ spec: { auth: { user: 'u', password: 'hunter2' }, size: 1 } });
    const leak = { ...seen, actual: { auth: { user: 'u', password: 'other' }, size: 1 } };
    const verdict = judge(resource, leak, [], NOW, ['auth.password']);
    expect(verdict).toMatchObject({ type: 'correct', drift: [{ path: ['auth', 'password'], secret: true }] });
    const gone = judge(resource, { ...seen, actual: { size: 1 } }, [], NOW, ['auth.password']);
    expect(JSON.stringify([verdict, gone])).not.toMatch(/hunter2|other/);
  });

  test('a field may have any name, that of a method of objects too (R16)', () => {
    const spec = JSON.parse('{"__proto__": 1, "constructor": 1, "toString": 1}') as Resource['spec'];
    const verdict = judge(aReady({ spec }), { ...seen, actual: {} }, [], NOW);
    expect(verdict.type === 'correct' && Object.entries(verdict.corrections)).toEqual([
      [cause('__proto__'), [NOW]],
      [cause('constructor'), [NOW]],
      [cause('toString'), [NOW]],
    ]);
  });
});

const corrected = (...minutesAgo: readonly number[]): Resource['corrections'] => ({
  [cause('size')]: minutesAgo.map((ago) => NOW - ago * 60_000),
});

describe('a fight', () => {
  test.each([
    ['no correction', {}, 'correct'],
    ['two corrections within the hour', corrected(50, 1), 'correct'],
    ['three corrections within the hour', corrected(59, 30, 1), 'contest'],
    ['three, the first an hour ago', corrected(60, 30, 1), 'correct'],
    ['many, long ago', corrected(600, 500, 400, 300), 'correct'],
    ['three of another path', { [cause('other')]: [NOW - 1, NOW - 1, NOW - 1] }, 'correct'],
    ['three to another value', { [cause('size', 3)]: [NOW - 1, NOW - 1, NOW - 1] }, 'correct'],
  ] as const)('after %s the verdict is %s (L8, R17)', (_, corrections, type) => {
    expect(judge(aReady({ corrections }), seen, [], NOW)).toMatchObject({ type, drift });
  });

  test('a path that keeps coming back is put right three times, and the fourth time left (L8, R17)', () => {
    let resource = aReady();
    const types = [0, 1, 2, 3].map((round) => {
      const verdict = judge(resource, seen, [], NOW + round * 60_000);
      if (verdict.type === 'correct') resource = { ...resource, corrections: verdict.corrections };
      return verdict.type;
    });
    expect(types).toEqual(['correct', 'correct', 'correct', 'contest']);
  });

  test('whoever wants another value each time fights with nobody, however often, also to and fro (R17)', () => {
    let corrections: Resource['corrections'] = {};
    for (const [round, size] of [1, 3, 1, 3, 4, 1, 3, 1, 3, 1].entries()) {
      const verdict = judge(aReady({ corrections }), { ...seen, expected: { size } }, [], NOW + round);
      expect(verdict).toMatchObject({ type: 'correct', corrections: { [cause('size', size)]: [NOW + round] } });
      if (verdict.type === 'correct') ({ corrections } = verdict);
    }
    expect(Object.keys(corrections)).toHaveLength(1);
  });

  test('one path in ten that is fought over is enough to stop (R17)', () => {
    const resource = aReady({ spec: { size: 1, colour: 'red' }, corrections: corrected(3, 2, 1) });
    expect(judge(resource, { ...seen, actual: { size: 2, colour: 'blue' } }, [], NOW)).toMatchObject({ type: 'contest' });
  });

  test('a thing that keeps disappearing is fought over too (R17)', () => {
    const resource = aReady({ corrections: { '(missing)': [NOW - 3, NOW - 2, NOW - 1] } });
    expect(judge(resource, missing, [], NOW)).toMatchObject({ type: 'contest', missing: true });
  });

  test('corrections of more than an hour ago are forgotten, those of other paths kept (R17)', () => {
    const corrections = { ...corrected(61, 59), [cause('old')]: [NOW - HOUR_MS], [cause('other')]: [NOW - 1] };
    const verdict = judge(aReady({ corrections }), seen, [], NOW);
    expect(verdict).toMatchObject({ corrections: { [cause('size')]: [NOW - 59 * 60_000, NOW], [cause('other')]: [NOW - 1] } });
    expect(verdict.type === 'correct' && Object.keys(verdict.corrections)).toHaveLength(2);
  });

  test('once contested it stays so, however long, until the world agrees (R17)', () => {
    const resource = aReady({ state: ready({ contested: true, drift }) });
    expect(judge(resource, seen, [], NOW + 10 * HOUR_MS)).toMatchObject({ type: 'contest' });
    expect(judge(resource, { ...seen, actual: { size: 1 } }, [], NOW)).toMatchObject({ type: 'as-declared' });
  });

  test('what is only reported is no fight (R17)', () => {
    const resource = aReady({ annotations: annotated({ drift: 'report' }), corrections: corrected(3, 2, 1) });
    expect(judge(resource, seen, [], NOW)).toMatchObject({ type: 'report' });
  });
});

test('a policy that admission would not have let in counts as the default', () => {
  expect(policyOf({ annotations: annotated({ management: 'never', deletion: 'toString', drift: '' }) })).toEqual({
    management: 'full',
    deletion: 'delete',
    drift: 'correct',
  });
});
