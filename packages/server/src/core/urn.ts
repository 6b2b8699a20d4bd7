import type { Problem } from '@ectropy/sdk';

/** The identity of a resource: `orn:entropy:<kind>:<project>:<name>`. */
export type Urn = string & { readonly __brand: 'Urn' };

export interface Identity {
  readonly kind: string;
  readonly project: string;
  readonly name: string;
}

/** Stands for the project of what belongs to none. */
export const NO_PROJECT = '_';

const rules = {
  kind: { pattern: /^[A-Za-z][A-Za-z0-9_.-]+$/, max: 128, says: 'a letter, then at least one letter, digit, "_", "-" or "."' },
  project: { pattern: /^(?:[A-Za-z][A-Za-z0-9_-]+|_)$/, max: 128, says: 'a letter, then at least one letter, digit, "_" or "-"' },
  name: { pattern: /^[A-Za-z0-9_-][A-Za-z0-9_.-]*$/, max: 253, says: 'letters, digits, "_", "-" and "."' },
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
  const { pattern, max, says } = rules[field];
  const problem = (message: string): Problem => ({ code: 'invalid', path: [field], message, hint: `use ${says}` });
  if (value === '') return problem('must be set');
  if (value.length > max) return problem(`must have at most ${max} characters (got ${value.length})`);
  return pattern.test(value) ? undefined : problem(`${JSON.stringify(value)} is not valid`);
}
