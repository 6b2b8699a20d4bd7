import type { NeedView } from '@ectropy/sdk';
import type { Resource } from '../core/resource.ts';
import { secretsOf } from '../core/secrets.ts';
import { outputOf } from '../core/state.ts';
import type { Kinds } from '../hub/kinds.ts';

/** The secret values that a module is given with a resource, its own and those of what it depends on: whatever it says must hold none of them (L11). */
export function knownSecrets(
  { kind, project, spec, state }: Resource,
  needs: Readonly<Record<string, NeedView>>,
  kinds: Kinds,
): readonly string[] {
  const former = 'former' in state ? (state.former ?? null) : null;
  const own = secretsOf([spec, outputOf(state), former], kinds.get(kind, project).kind);
  const borrowed = Object.values(needs).flatMap(({ kind: of, output = null }) => secretsOf([output], kinds.find(of)?.kind));
  return longestFirst([...own, ...borrowed]);
}

/** One may be a part of another. */
export const longestFirst = (secrets: readonly string[]): readonly string[] => secrets.toSorted((a, b) => b.length - a.length);
