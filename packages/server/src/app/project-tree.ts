import type { Caller } from './app.ts';
import { demand, seenBy } from './authorise.ts';
import { projectUrn } from './containers.ts';
import type { Deps } from './deps.ts';
import { get } from './get.ts';
import { isLost } from './lost.ts';
import { type Branch, grower, MAX_NODES, nearest, needsOf } from './tree.ts';

/** All that is in a project, each below what depends on it. */
export interface Forest {
  readonly roots: readonly Branch[];
  /** There is more in the project than is shown. */
  readonly cut?: true;
}

/** The roots are those that nothing else in the project depends on. */
export async function projectTree(project: string, caller: Caller, deps: Deps): Promise<Forest> {
  demand(deps.authorise, caller, 'list', { project });
  await get(projectUrn(project), caller, deps);
  const { resources: rows, more } = await deps.store.list({ project, limit: MAX_NODES });
  const own = new Map(rows.filter((row) => !isLost(row, deps)).map((row) => [row.urn, seenBy(row, caller)]));
  const { edges } = await deps.store.reach([...own.keys()]);
  const abroad = nearest([...own.keys()], edges).filter((urn) => !own.has(urn));
  const { resources } = await deps.store.load(abroad);
  const needed = new Set(edges.filter(({ from }) => own.has(from)).map(({ to }) => to));
  const grow = grower(needsOf, new Map([...resources, ...own]), caller, deps);
  const roots = [...own.values()].filter(({ urn }) => !needed.has(urn)).map(grow);
  return { roots, ...(more && { cut: true }) };
}
