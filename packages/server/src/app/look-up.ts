import { formatUrn, NO_PROJECT, parseUrn } from '../core/urn.ts';
import { DEFINITION } from '../hub/builtin.ts';
import type { Deps } from './deps.ts';

/**
 * Another process may have stored a definition a moment ago, and the news is still under way: looks for it before anybody is told
 * that there is no such kind. Says whether there is one; perhaps the news came meanwhile.
 */
export async function lookUp(group: string, plural: string, { store, kinds }: Pick<Deps, 'store' | 'kinds'>): Promise<boolean> {
  const named = parseUrn(formatUrn({ kind: DEFINITION, project: NO_PROJECT, name: `${plural}.${kinds.scheme.shortGroup(group)}` }));
  if (!named) return false;
  const found = (await store.load([named.urn])).resources.get(named.urn);
  if (found) kinds.learn(found);
  return found !== undefined;
}
