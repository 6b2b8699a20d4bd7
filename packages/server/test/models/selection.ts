/** Label selectors: as random demands, as the text of a query, and as the naive answer to them. */
import * as fc from 'fast-check';

type Labels = Readonly<Record<string, string>>;
export type Demand = {
  readonly op: 'is' | 'isnt' | 'in' | 'notin' | 'has' | 'lacks';
  readonly key: string;
  readonly values: readonly [string, ...string[]];
};

const key = fc.constantFrom('team', 'tier', 'a.b/c-d_e', 'in', 'notin');
const value = fc.constantFrom('x', 'y', 'z', 'in', '1', 'true', 'null');
export const labelsOf: fc.Arbitrary<Labels> = fc.dictionary(key, value, { maxKeys: 3, noNullPrototype: true });

const demand: fc.Arbitrary<Demand> = fc.record({
  op: fc.constantFrom('is', 'isnt', 'in', 'notin', 'has', 'lacks'),
  key,
  values: fc.tuple(value, value).map(([one, other]): [string, string] => [one, other]),
});
export const selection: fc.Arbitrary<readonly Demand[]> = fc.array(demand, { maxLength: 3 });

export function chooses(demands: readonly Demand[], labels: Labels): boolean {
  return demands.every(({ op, key: name, values }) => {
    const found = Object.entries(labels).find(([one]) => one === name)?.[1];
    if (op === 'has' || op === 'lacks') return (found !== undefined) === (op === 'has');
    const wanted: readonly (string | undefined)[] = op === 'is' || op === 'isnt' ? [values[0]] : values;
    return wanted.includes(found) === (op === 'is' || op === 'in');
  });
}

export const textOf = (demands: readonly Demand[]): string =>
  demands
    .map(({ op, key: name, values }) => {
      const forms = {
        is: `${name}=${values[0]}`,
        isnt: `${name}!=${values[0]}`,
        in: `${name} in (${values.join(',')})`,
        notin: `${name} notin (${values.join(', ')})`,
        has: name,
        lacks: `!${name}`,
      };
      return forms[op];
    })
    .join(',');
