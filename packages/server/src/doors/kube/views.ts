/** Everything that is served as objects: every kind in every served version, and projects and definitions as Kubernetes knows them. */
import { DEFINITION, PROJECT } from '../../hub/builtin.ts';
import type { Kinds } from '../../hub/kinds.ts';
import type { Registered } from '../../hub/registered.ts';
import { crdView } from './crd-view.ts';
import { namespaceView } from './namespace-view.ts';
import { kindView, type WireView } from './view.ts';

export interface Views {
  /** Another list whenever the kinds have changed. */
  all(): readonly WireView[];
  find(group: string, version: string, plural: string): WireView | undefined;
}

export function openViews(kinds: Kinds): Views {
  const made = new WeakMap<Registered, readonly WireView[]>();
  const of = (registered: Registered): readonly WireView[] => {
    const known = made.get(registered) ?? viewsOf(registered, kinds);
    made.set(registered, known);
    return known;
  };
  let generation = 0;
  let all: readonly WireView[] = [];
  const byPath = new Map<string, WireView>();
  const refresh = (): void => {
    if (generation === kinds.generation) return;
    generation = kinds.generation;
    all = kinds.registered.flatMap(of);
    byPath.clear();
    for (const view of all) byPath.set(pathOf(kinds.scheme.shortGroup(view.group), view.version, view.plural), view);
  };
  return {
    all() {
      refresh();
      return all;
    },
    find(group, version, plural) {
      refresh();
      return byPath.get(pathOf(kinds.scheme.shortGroup(group), version, plural));
    },
  };
}

/** The resources of a kind in the version that a client should use, as the kind itself and not as Kubernetes knows it. */
export const hubView = (views: Pick<Views, 'all'>, kind: string): WireView | undefined =>
  views
    .all()
    .find(
      ({ registered, plural, group }) => registered.kind.name === kind && registered.group === group && registered.names.plural === plural,
    );

const pathOf = (group: string, version: string, plural: string): string => `${group}/${version}/${plural}`;

function viewsOf(registered: Registered, kinds: Kinds): readonly WireView[] {
  const own = registered.versions.filter(({ served }) => served).map((version) => kindView(registered, version, kinds));
  if (registered.kind.name === PROJECT) return [namespaceView(registered, kinds), ...own];
  return registered.kind.name === DEFINITION ? [crdView(registered, kinds), ...own] : own;
}
