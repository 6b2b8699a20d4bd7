import { type Json, type Kind, type Problem, ProblemError } from '@ectropy/sdk';
import { wordProblems } from './labels.ts';
import { annotations, type Declared, type Words } from './resource.ts';
import { formatUrn, type Identity, identityProblems, parseUrn, type Urn } from './urn.ts';

/** What came in at a door, before anybody has looked at it. */
export interface Incoming {
  readonly labels: Words;
  readonly annotations: Words;
  readonly spec: Json;
  readonly dependencies: Readonly<Record<string, string>>;
}

/** Fills in defaults and validates; compiled from the kind's schema by the shell. */
export type CheckSpec = (spec: Json) => { readonly spec: Json; readonly problems: readonly Problem[] };

/** Default and validate: every problem at once, each with its path. */
export function admit(identity: Identity, kind: Kind, incoming: Incoming, checkSpec: CheckSpec): Declared {
  const { spec, problems: specProblems } = checkSpec(incoming.spec);
  const links = Object.entries(incoming.dependencies).map(([key, reference]) => link(identity, kind, key, reference));
  const problems = [
    ...identityProblems(identity),
    ...wordProblems('labels', incoming.labels),
    ...wordProblems('annotations', incoming.annotations),
    ...policyProblems(incoming.annotations),
    ...specProblems,
    ...links.flatMap(({ problem }) => problem ?? []),
    ...missingNeeds(kind, incoming.dependencies),
  ];
  const [first, ...others] = problems;
  if (first) throw new ProblemError([first, ...others]);
  return {
    labels: incoming.labels,
    annotations: incoming.annotations,
    spec,
    dependencies: Object.fromEntries(links.flatMap(({ key, urn }) => (urn ? [[key, urn]] : []))),
  };
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
  if (target.project !== identity.project)
    return {
      key,
      problem: { code: 'invalid', path, message: `dependency '${urn}' not found`, hint: 'a dependency must be in the same project' },
    };
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
