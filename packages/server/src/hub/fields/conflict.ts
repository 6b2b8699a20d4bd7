import type { FieldManager } from '../../core/resource.ts';
import { showElements } from './element.ts';
import { type Elements, type FieldSet, pathsOf } from './field-set.ts';
import { order, type Owners } from './managers.ts';

/** A field that somebody else owns, with another value than the one applied. */
export interface FieldConflict extends Pick<FieldManager, 'manager' | 'operation' | 'apiVersion' | 'subresource'> {
  readonly time?: string;
  /** As Kubernetes writes it: `.spec.ports[containerPort=80,protocol="TCP"].name`. */
  readonly path: string;
}

export function conflictsOf(contested: ReadonlyMap<string, FieldSet>, owners: Owners): readonly FieldConflict[] {
  return [...contested]
    .sort(([a], [b]) => order(a, b))
    .flatMap(([id, set]) => {
      const owner = owners.get(id);
      if (!owner) return [];
      const { manager, operation, apiVersion, subresource, time } = owner;
      const entry = { manager, operation, apiVersion, ...(subresource && { subresource }), ...(time && { time }) };
      return [...pathsOf(set)].map((path: Elements): FieldConflict => ({ ...entry, path: showElements(path) }));
    });
}

/** `"kubectl" using example.dev/v1`: the version matters only for whoever updates. */
export function showManager({ manager, operation, apiVersion, subresource }: FieldConflict): string {
  const name = JSON.stringify(manager) + (subresource ? ` with subresource ${JSON.stringify(subresource)}` : '');
  return operation === 'Update' ? `${name} using ${apiVersion}` : name;
}

/** The sentence that Kubernetes answers with, which its clients show as it is. */
export function conflictMessage(conflicts: readonly FieldConflict[]): string {
  const [only] = conflicts;
  if (only && conflicts.length === 1) return `Apply failed with 1 conflict: conflict with ${showManager(only)}: ${only.path}`;
  const byManager = Map.groupBy(conflicts, showManager);
  const groups = [...byManager].map(([manager, theirs]) =>
    [`conflicts with ${manager}:`, ...theirs.map(({ path }) => `- ${path}`)].join('\n'),
  );
  return `Apply failed with ${conflicts.length} conflicts: ${groups.join('\n')}`;
}
