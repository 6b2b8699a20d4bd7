import { type Artifact, type Json, type Kind, type Problem, ProblemError } from '@ectropy/sdk';
import { wordProblems } from './labels.ts';
import { type Admitted, annotations, type FieldManager, LINEAGE, type Owner, type Words } from './resource.ts';
import { metadataProblems } from './metadata.ts';
import { keepReadOnly } from './read-only.ts';
import { holdsMoreThan, MAX_VALUES, tooMany } from './size.ts';
import { formatUrn, type Identity, identityProblems, NO_PROJECT, parseUrn, type Urn } from './urn.ts';

/** What came in at a door, before anybody has looked at it. */
export interface Incoming {
  readonly labels: Words;
  readonly annotations: Words;
  readonly spec: Json;
  readonly dependencies: Readonly<Record<string, string>>;
  /** What a door that does not know of these leaves out stays as it is. */
  readonly finalizers?: readonly string[];
  readonly owners?: readonly Owner[];
  readonly artifacts?: Readonly<Record<string, Artifact>>;
  readonly sharedWith?: readonly string[];
  readonly managed?: readonly FieldManager[];
  /** `''` removes it. */
  readonly lineage?: string;
}

/** Fills in defaults and validates, also against what was there; compiled from the kind's schema and rules by the shell. */
export type CheckSpec = (spec: Json, old?: Json) => { readonly spec: Json; readonly problems: readonly Problem[] };

/** Default and validate: every problem at once, each with its path. */
export function admit(identity: Identity, kind: Kind, incoming: Incoming, checkSpec: CheckSpec, current?: Admitted): Admitted {
  if (holdsMoreThan(incoming.spec, MAX_VALUES)) throw new ProblemError(tooMany(['spec'])); // before anything that takes its time
  const writable = keepReadOnly(kind.readOnly ?? [], incoming.spec, current?.spec, (unsaid) => checkSpec(unsaid).spec);
  const { spec, problems: specProblems } = checkSpec(writable.spec, current?.spec);
  const links = Object.entries(incoming.dependencies).map(([key, reference]) => link(identity, kind, key, reference));
  const problems = [
    ...identityProblems(identity),
    ...wordProblems('labels', incoming.labels),
    ...wordProblems('annotations', incoming.annotations),
    ...policyProblems(incoming.annotations),
    ...metadataProblems(kind, incoming),
    ...scopeProblems(identity, kind),
    ...writable.problems,
    ...specProblems,
    ...links.flatMap(({ problem }) => problem ?? []),
    ...missingNeeds(kind, incoming.dependencies),
  ];
  const [first, ...others] = problems;
  if (first) throw new ProblemError([first, ...others]);
  const { [LINEAGE]: _, ...words } = incoming.annotations;
  return {
    labels: incoming.labels,
    annotations: words,
    spec,
    dependencies: Object.fromEntries(links.flatMap(({ key, urn }) => (urn ? [[key, urn]] : []))),
    ...kept(incoming, current),
  };
}

/** What is empty is not there. */
function kept(incoming: Incoming, current: Admitted | undefined): Partial<Admitted> {
  const { finalizers, owners, artifacts, sharedWith, managed, lineage } = { ...current, ...incoming };
  return {
    ...(finalizers?.length && { finalizers }),
    ...(owners?.length && { owners }),
    ...(artifacts && Object.keys(artifacts).length > 0 && { artifacts }),
    ...(sharedWith?.length && { sharedWith }),
    ...(managed?.length && { managed }),
    ...(lineage && { lineage }),
  };
}

function scopeProblems({ project }: Identity, kind: Kind): readonly Problem[] {
  const apart = kind.scope === 'cluster';
  if ((project === NO_PROJECT) === apart) return [];
  const message = apart ? `resources of kind '${kind.name}' belong to no project` : `must be set for a resource of kind '${kind.name}'`;
  return [{ code: 'invalid', path: ['project'], message }];
}

const policyProblems = (words: Words): readonly Problem[] =>
  Object.values(annotations).flatMap(({ key, values }): Problem[] => {
    const value = Object.hasOwn(words, key) ? words[key] : undefined;
    if (value === undefined || (values as readonly string[]).includes(value)) return [];
    return [{ code: 'invalid', path: ['annotations', key], message: `must be one of ${values.join(', ')} (got ${JSON.stringify(value)})` }];
  });

const keyPattern = /^[\w.-]{1,128}$/;

interface Link {
  readonly key: string;
  readonly urn?: Urn;
  readonly problem?: Problem;
}

/** A dependency by URN, by the older `orn:entropy:<kind>:<name>`, or by the bare name where the kind says what it needs. */
function link(identity: Identity, kind: Kind, key: string, reference: string): Link {
  const path = ['dependencies', key];
  if (!keyPattern.test(key))
    return {
      key,
      problem: {
        code: 'invalid',
        path: ['dependencies', key.slice(0, 60)],
        message: 'is not a valid key',
        hint: 'use at most 128 letters, digits, "_", "-" and "."',
      },
    };
  const need = kind.needs && Object.hasOwn(kind.needs, key) ? kind.needs[key] : undefined;
  const target = resolve(identity, need?.kind, reference);
  if (!target) {
    const hint = need ? `give the name of a ${need.kind}, or a URN` : 'give a URN, orn:entropy:<kind>:<project>:<name>';
    return {
      key,
      problem: { code: 'invalid', path, message: `cannot tell what ${JSON.stringify(reference.slice(0, 200))} refers to`, hint },
    };
  }
  if (need && target.kind !== need.kind)
    return { key, problem: { code: 'invalid', path, message: `value for '${key}' must be of kind '${need.kind}', not '${target.kind}'` } };
  const urn = formatUrn(target);
  if (urn === formatUrn(identity)) return { key, problem: { code: 'invalid', path, message: `depends on itself: ${urn} → ${urn}` } };
  return { key, urn };
}

function resolve({ project }: Identity, needed: string | undefined, reference: string): Identity | undefined {
  const urn = parseUrn(reference);
  if (urn) return urn;
  const [, kind, name] = /^(?:orn:entropy|urn:odpf:entropy):([^:]+):([^:]+)$/.exec(reference) ?? [undefined, needed, reference];
  if (kind === undefined || name === undefined) return undefined;
  const identity = { kind, project, name };
  return identityProblems(identity).length === 0 ? identity : undefined;
}

const missingNeeds = (kind: Kind, dependencies: Readonly<Record<string, string>>): readonly Problem[] =>
  Object.entries(kind.needs ?? {})
    .filter(([key, need]) => !need.optional && !Object.hasOwn(dependencies, key))
    .map(([key, need]) => ({
      code: 'invalid',
      path: ['dependencies', key],
      message: `kind '${kind.name}' needs resource of kind '${need.kind}' at key '${key}'`,
    }));
