import type { Json, Path, Problem } from '@ectropy/sdk';
import { diff, isWithin } from '../../core/diff.ts';

/** What of two specs does not count when their contents are compared, as dotted paths of the kind. */
export interface Ignored {
  readonly sets?: readonly string[];
  readonly readOnly?: readonly string[];
}

/** Whom a version is shared with is no part of its content. */
const NOT_CONTENT = ['sharing'];

/**
 * A version, once given, keeps its content: the same version with other content is a problem. Only the latest is tracked, so `current`
 * is all there is to compare with. `path` is dotted, in `spec`; a spec that has nothing there has no version.
 */
export function versionProblem(path: string, current: Json, next: Json, { sets = [], readOnly = [] }: Ignored = {}): Problem | undefined {
  const steps = path.split('.');
  const version = at(next, steps);
  if (version === undefined || version === null || diff(at(current, steps), version).length > 0) return undefined;
  const changed = diff(current, next, sets).filter((change) => !isWithin(change.path, [...NOT_CONTENT, ...readOnly]));
  const [first] = changed;
  if (first === undefined) return undefined;
  return {
    code: 'invalid',
    path: ['spec', ...steps],
    message: `version ${show(version)} exists already with other content (${places(changed.map((change) => change.path))})`,
    hint: 'give the changed content a new version',
  };
}

function at(value: Json | undefined, [step, ...rest]: readonly string[]): Json | undefined {
  if (step === undefined) return value;
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, step)) return undefined;
  return at((value as { readonly [key: string]: Json })[step], rest);
}

const show = (version: Json): string => JSON.stringify(version).slice(0, 80);

/** Where the contents differ; values are left out, since they may be secret. */
function places(paths: readonly Path[]): string {
  const shown = paths.slice(0, 3).map((path) => path.join('.').slice(0, 80));
  return paths.length > shown.length ? `${shown.join(', ')} and ${paths.length - shown.length} more` : shown.join(', ');
}
