/** L8: what stands still has converged, in the world as in the answer; L9: nothing that was deleted is left, and nothing else is missing. */
import { driftBetween } from '../../../src/core/diff.ts';
import { policyOf, type Resource } from '../../../src/core/resource.ts';
import { outputOf } from '../../../src/core/state.ts';
import { bodyOf, looked, outside, type Spec } from '../kinds.ts';
import { resourceOf } from '../brief.ts';
import { demand, type Ground } from './ground.ts';

const isPaused = (resource: Resource): boolean => policyOf(resource).management === 'paused';

/** Still to be waited for. What failed, or is contested, waits for a person. */
export const restless = ({ tables }: Pick<Ground, 'tables'>): readonly Resource[] =>
  [...tables.resources.values()].filter(({ state }) => state.status !== 'ready' || state.contested === true);

export function demandRest(ground: Pick<Ground, 'tables'>, afterMs: number): void {
  const [first] = restless(ground);
  demand(first === undefined, 'L8', () => `after ${afterMs / 1000} s without faults: ${first && resourceOf(first)}`);
}

/** World = declared = status. */
export function demandConverged({ tables, cloud }: Ground): void {
  for (const row of tables.resources.values()) {
    if (isPaused(row)) continue;
    demand(
      row.observedGeneration === row.generation,
      'L8',
      () => `${row.urn} is ready, at generation ${row.observedGeneration} of ${row.generation}`,
    );
    const turn = tables.turns.get(row.urn);
    demand(!looked.has(row.kind) || turn?.dueAt !== undefined, 'R13', () => `nobody will look at ${row.urn} any more`);
    if (outside.has(row.kind)) demandThing(row, { tables, cloud });
  }
  for (const urn of cloud.urns)
    demand(tables.resources.has(urn as Resource['urn']), 'L9', () => `${urn} is still there outside, and nobody has declared it`);
}

function demandThing(row: Resource, { tables, cloud }: Pick<Ground, 'tables' | 'cloud'>): void {
  const thing = cloud.read(row.urn);
  demand(thing !== undefined, 'L8', () => `${row.urn} is ready, and there is nothing outside`);
  const needs = Object.fromEntries(
    Object.entries(row.dependencies).map(([key, urn]) => {
      const needed = tables.resources.get(urn);
      return [key, { kind: '', name: '', output: needed ? outputOf(needed.state) : null }];
    }),
  );
  const expected = bodyOf({ spec: row.spec as unknown as Spec, needs });
  const [drift] = driftBetween(expected, thing, []);
  demand(
    drift === undefined,
    'L8',
    () => `${row.urn} is ready, and outside ${JSON.stringify(thing)} stands for ${JSON.stringify(expected)}`,
  );
  const output = outputOf(row.state);
  demand(
    JSON.stringify(output) === JSON.stringify({ id: row.name, value: (row.spec as Spec).value }),
    'L8',
    () => `${row.urn} says ${JSON.stringify(output)} of itself`,
  );
}
