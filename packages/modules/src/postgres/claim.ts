import { ProblemError } from '@ectropy/sdk';
import { markOf } from './mark.ts';

/** With what right a step touches what exists: it makes it (`new`), made it before (`held`), or was told to take it over (`take`). */
export type Claim = 'new' | 'held' | 'take';

/** Refuses to touch what somebody else made. */
export function ensureOurs(what: string, mark: string | undefined, claim: Claim, urn: string): void {
  if (claim === 'take' || mark === markOf(urn) || (mark === undefined && claim === 'held')) return;
  if (mark !== undefined) {
    const hint = 'declare another name, or import it to take it over from the other resource';
    throw new ProblemError({ code: 'exists', message: `${what} is managed by another resource`, path: ['spec', 'name'], hint });
  }
  const hint = 'import it to take it over, or declare another name';
  throw new ProblemError({ code: 'exists', message: `${what} exists already, and Ectropy did not make it`, path: ['spec', 'name'], hint });
}

/** Whether a delete may drop it: it was made or taken over, and nobody else has taken it over since. */
export const mayDrop = (mark: string | undefined, made: boolean, urn: string): boolean =>
  mark === undefined ? made : mark === markOf(urn);

/** Who manages it, for both sides of an observation. */
export const managedBy = (mark: string | undefined, urn: string): string =>
  mark === undefined || mark === markOf(urn) ? 'this resource' : 'another resource';
