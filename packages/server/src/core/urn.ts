import type { Problem } from '@ectropy/sdk';

/** The identity of a resource: `orn:entropy:<kind>:<project>:<name>`. */
export type Urn = string & { readonly __brand: 'Urn' };

export interface Identity {
  readonly kind: string;
  readonly project: string;
  readonly name: string;
}

const MAX_LENGTH = 128;
const word = /^[A-Za-z][A-Za-z0-9_-]+$/;
const nameWord = /^[A-Za-z0-9_-]+$/;

const rules = {
  kind: { pattern: word, says: 'a letter, then at least one letter, digit, "_" or "-"' },
  project: { pattern: word, says: 'a letter, then at least one letter, digit, "_" or "-"' },
  name: { pattern: nameWord, says: 'letters, digits, "_" and "-"' },
} as const;

export const formatUrn = ({ kind, project, name }: Identity): Urn => `orn:entropy:${kind}:${project}:${name}` as Urn;

const prefix = /^(?:orn:entropy|urn:odpf:entropy):/;

/** Reads `orn:entropy:…` and the ancestor's older `urn:odpf:entropy:…`; `undefined` for anything else. */
export function parseUrn(text: string): (Identity & { readonly urn: Urn }) | undefined {
  if (!prefix.test(text)) return undefined;
  const [kind, project, name, ...rest] = text.replace(prefix, '').split(':');
  if (kind === undefined || project === undefined || name === undefined || rest.length > 0) return undefined;
  if (identityProblems({ kind, project, name }).length > 0) return undefined;
  return { kind, project, name, urn: formatUrn({ kind, project, name }) };
}

/** Every rule that an identity breaks. */
export const identityProblems = (identity: Identity): readonly Problem[] =>
  (Object.keys(rules) as (keyof Identity)[]).flatMap((field) => fieldProblem(field, identity[field]) ?? []);

function fieldProblem(field: keyof Identity, value: string): Problem | undefined {
  const { pattern, says } = rules[field];
  const problem = (message: string): Problem => ({ code: 'invalid', path: [field], message, hint: `use ${says}` });
  if (value === '') return problem('must be set');
  if (value.length > MAX_LENGTH) return problem(`must have at most ${MAX_LENGTH} characters (got ${value.length})`);
  return pattern.test(value) ? undefined : problem(`${JSON.stringify(value)} is not valid`);
}
