/** Seeded random walks of one resource through everything that can happen to it. */
import * as fc from 'fast-check';
import { type Problem, type ProblemCode, retryable, type Step } from '@ectropy/sdk';
import { aResource, pending } from '../../testing/builders.ts';
import { advance, withConditions } from '../advance.ts';
import type { Happening } from '../decide.ts';
import type { Resource } from '../resource.ts';
import type { Goal } from '../state.ts';
import type { Urn } from '../urn.ts';
import { blind, moment, NOW, policy } from './scene.ts';

const json = fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)) as null);
const span = fc.oneof(fc.integer({ min: -10, max: 100_000 }), fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, 0.5, -1e300));
const optional = <T extends object>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<Partial<T>> => fc.oneof(fc.constant({}), arbitrary);
const goal = fc.constantFrom<Goal>('present', 'absent', 'replace');
const drift = fc.array(fc.record({ path: fc.array(fc.string(), { maxLength: 2 }), before: json, after: json }, { noNullPrototype: true }), {
  minLength: 1,
  maxLength: 2,
});
const problem: fc.Arbitrary<Problem> = fc
  .tuple(fc.constantFrom(...(Object.keys(retryable) as ProblemCode[])), fc.string(), optional(fc.record({ retryAfterMs: fc.nat() })))
  .map(([code, message, more]) => ({ code, message, ...more }));
const step: fc.Arbitrary<Step> = fc.oneof(
  fc
    .tuple(json, optional(fc.record({ afterMs: span })), optional(fc.record({ progress: fc.string() })))
    .map(([memo, after, progress]): Step => ({ type: 'again', memo, ...after, ...progress })),
  json.map((output): Step => ({ type: 'done', output })),
  fc.constant<Step>({ type: 'gone' }),
);
const yes = fc.constant(true as const);
const arbitraries = {
  planned: fc
    .tuple(goal, json, optional(fc.record({ former: json })), optional(fc.record({ unplanned: yes })), optional(fc.record({ drift })))
    .map(([to, memo, ...more]): Happening => Object.assign({ type: 'planned' as const, goal: to, memo }, ...more) as Happening),
  settled: fc
    .tuple(fc.constantFrom<Goal>('present', 'absent'), json)
    .map(([to, output]): Happening => ({ type: 'settled', goal: to, output })),
  stepped: step.map((answer): Happening => ({ type: 'stepped', step: answer })),
  threw: problem.map((what): Happening => ({ type: 'threw', problem: what })),
  blocked: fc.constant<Happening>({ type: 'blocked', by: [{ urn: 'orn:entropy:a:b:c' as Urn, as: 'dependent', status: 'ready' }] }),
  looked: fc
    .tuple(json, optional(fc.record({ drift })), optional(fc.record({ missing: yes })), optional(fc.record({ contested: yes })))
    .map(([output, ...more]): Happening => Object.assign({ type: 'looked' as const, output }, ...more) as Happening),
  nudged: fc.constant<Happening>({ type: 'nudged' }),
  cancelled: fc.string().map((by): Happening => ({ type: 'cancelled', by })),
} as const satisfies Record<Happening['type'], fc.Arbitrary<Happening>>;

/** Ends come up seldom, so that a walk goes on for a while. */
const happening = fc.oneof(
  { weight: 6, arbitrary: arbitraries.stepped },
  { weight: 4, arbitrary: arbitraries.threw },
  ...Object.values(arbitraries).map((arbitrary) => ({ weight: 1, arbitrary })),
);
const edit = fc.constant('edit' as const);
const walk = fc.array(
  fc.record({
    what: fc.oneof({ weight: 9, arbitrary: happening }, { weight: 1, arbitrary: edit }),
    waitMs: fc.integer({ min: 0, max: 10_000_000 }),
    roll: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  }),
  { minLength: 1, maxLength: 40 },
);

export interface Pace {
  readonly before: Resource;
  readonly happening: Happening | 'edit';
  readonly after: Resource;
}

/** Checks every pace of many walks; the seed makes them the same walks each time. */
export function everyPace(check: (pace: Pace) => void, { looks = true } = {}): void {
  fc.assert(
    fc.property(walk, (paces) => {
      let now = NOW;
      let resource = withConditions(aResource({ state: pending({ dueAt: NOW }) }), NOW);
      for (const { what, waitMs, roll } of paces) {
        now += waitMs;
        const before = resource;
        resource =
          what === 'edit'
            ? advance(
                { ...before, generation: before.generation + 1 },
                { type: 'planned', goal: 'present', memo: null },
                moment({ now, roll }),
              )
            : advance(before, what, moment({ now, roll, policy: looks ? policy : blind }));
        check({ before, happening: what, after: resource });
      }
    }),
    { seed: 20_260_601, numRuns: 400 },
  );
}
