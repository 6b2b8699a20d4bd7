/** A proposal as the plan shows it: before and after per path. */
import { type Change, type Kind, type Path, type Plan, showPath } from '@ectropy/sdk';
import { alters, diff, touches } from './diff.ts';
import type { Operation } from './plan.ts';
import type { Declared, Resource } from './resource.ts';

export function operationOf(
  type: Operation['type'],
  { urn }: Resource,
  base: Resource | null,
  changes: readonly Change[],
  plan?: Plan,
): Operation {
  const steps = plan && 'summary' in plan ? (plan.summary ?? []) : [];
  return { type, urn, changes, steps, base: base && { createdAt: base.createdAt, revision: base.revision } };
}

/** The changes of what is declared, under `spec`, `labels`, `annotations`, `dependencies`, `artifacts` and `sharedWith`. */
export function diffDeclared(before: Declared | undefined, after: Declared | undefined, kind: Kind): readonly Change[] {
  const fields = ['spec', 'labels', 'annotations', 'dependencies', 'artifacts', 'sharedWith'] as const;
  return fields.flatMap((field) => {
    const sets = field === 'spec' ? kind.sets : [];
    const nothing = field === 'sharedWith' ? [] : {};
    return diff(before?.[field] ?? nothing, after?.[field] ?? nothing, sets).map((change): Change => {
      const path: Path = [field, ...change.path];
      const replaces = field === 'spec' && before && after && alters(change, kind.createOnly ?? []) ? { replaces: true as const } : {};
      return isSecret(kind.secret, field, change.path) ? { path, secret: true, ...replaces } : { ...change, path, ...replaces };
    });
  });
}

const isSecret = (secret: readonly string[] | undefined, field: string, path: Path): boolean =>
  field === 'spec' && secret !== undefined && touches(path, secret);

export const unknowns = (plan: Plan | undefined): readonly Change[] =>
  (plan?.type === 'change' ? (plan.unknown ?? []) : []).map((path) => ({ path, unknown: true }));

/** Why a thing must be made anew: what the module says about it, or what the kind says about the fields that change. */
export function replacementReason(said: readonly string[], changes: readonly Change[]): Pick<Operation, 'reason'> {
  const fixed = changes.filter(({ replaces }) => replaces).map(({ path }) => showPath(path));
  const reasons = [...said, ...(fixed.length > 0 ? [`${fixed.join(', ')} cannot change in place`] : [])];
  return reasons.length > 0 ? { reason: reasons.join('; ') } : {};
}
