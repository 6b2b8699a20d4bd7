/** Which routes were reached, with what: a door that nobody has knocked at, or that only ever said no, is not fuzzed. */
import type { Request } from './request.ts';
import type { Route } from './route.ts';

export interface Coverage {
  count(request: Pick<Request, 'method' | 'path'>, status: number): void;
  has(route: Route, outcome: Outcome): boolean;
  /** Routes that lack something, and what. */
  gaps(): readonly Gap[];
  /** Per route, how many answers had which status. */
  table(): Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export interface Gap extends Route {
  readonly lacks: readonly Outcome[];
}

export type Outcome = 'success' | 'refusal';

/** Routes where one of both cannot be, with the reason. */
export interface Exception {
  readonly route: RegExp;
  readonly never: Outcome;
  readonly reason: string;
}

const outcomeOf = (status: number): Outcome | undefined =>
  status >= 200 && status < 400 ? 'success' : status >= 400 && status < 500 ? 'refusal' : undefined;

export const nameOf = ({ method, pattern }: Route): string => `${method} ${pattern}`;

export function openCoverage(routes: readonly Route[], exceptions: readonly Exception[] = []): Coverage {
  const find = finder(routes);
  const counts = new Map<string, Map<number, number>>(routes.map((route) => [nameOf(route), new Map()]));
  const reached = (name: string, outcome: Outcome): boolean =>
    [...(counts.get(name)?.keys() ?? [])].some((status) => outcomeOf(status) === outcome);
  return {
    count({ method, path }, status) {
      const route = find(method, path.replace(/[?#].*/s, ''));
      const statuses = route && counts.get(nameOf(route));
      statuses?.set(status, (statuses.get(status) ?? 0) + 1);
    },
    has: (route, outcome) => reached(nameOf(route), outcome),
    gaps: () =>
      routes.flatMap((route): readonly Gap[] => {
        const name = nameOf(route);
        const needed = (['success', 'refusal'] as const).filter(
          (outcome) => !exceptions.some(({ route: at, never }) => never === outcome && at.test(name)),
        );
        const lacks = needed.filter((outcome) => !reached(name, outcome));
        return lacks.length > 0 ? [{ ...route, lacks }] : [];
      }),
    table: () => Object.fromEntries([...counts].map(([name, statuses]) => [name, Object.fromEntries(statuses)])),
  };
}

type Find = (method: string, path: string) => Route | undefined;

const keyOf = (method: string, parts: readonly string[]): string => `${method} ${parts.length}`;
const variables = ({ parts }: { readonly parts: readonly string[] }): number => parts.filter((part) => part.startsWith('{')).length;

/** The route whose fixed parts agree, the most specific one first. */
function finder(routes: readonly Route[]): Find {
  const shapes = new Map<string, { readonly route: Route; readonly parts: readonly string[] }[]>();
  for (const route of routes) {
    const parts = route.pattern.split('/');
    const key = keyOf(route.method, parts);
    shapes.set(key, [...(shapes.get(key) ?? []), { route, parts }]);
  }
  for (const list of shapes.values()) list.sort((a, b) => variables(a) - variables(b));
  return (method, path) => {
    const given = path.split('/');
    return shapes
      .get(keyOf(method, given))
      ?.find(({ parts }) => parts.every((part, i) => (part.startsWith('{') ? given[i] !== '' : part === given[i])))?.route;
  };
}
