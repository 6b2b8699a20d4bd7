/** What a person wants to see: kinds, some of a kind, a category, everything, or resources one by one. */
import { type Problem, ProblemError } from '@ectropy/sdk';
import { findType, type ResourceType } from '../api/types.ts';
import { type Reference, referencesOf } from '../commands/reference.ts';

export interface Target {
  readonly type: ResourceType;
  /** All of them if absent. */
  readonly names?: readonly string[];
  /** Where a URN says it; otherwise the project of the session. */
  readonly project?: string;
}

export interface Targets {
  readonly targets: readonly Target[];
  /** What could not be understood does not hide the rest. */
  readonly problems: readonly Problem[];
}

/** What modules bring about. */
const isWorkedOn = ({ subresources, verbs }: ResourceType): boolean => subresources.includes('retry') && verbs.includes('list');

const isReference = (word: string): boolean => word.includes('/') || word.startsWith('orn:');

export function targetsOf([first = '', ...names]: readonly string[], types: readonly ResourceType[]): Targets {
  if (isReference(first)) return ofReferences([first, ...names], types);
  const misplaced = names.find(isReference);
  if (misplaced !== undefined)
    throw new ProblemError({
      code: 'invalid',
      message: `${JSON.stringify(misplaced)} is no name of ${first}`,
      hint: 'write all of them as kind/name, or one kind and then names',
    });
  const found = first
    .split(',')
    .filter((word) => word !== '')
    .map((word) => attempt(() => typesOf(word, types)));
  const all = found.flatMap(({ value = [] }) => value);
  return {
    targets: all.filter((type, i) => all.indexOf(type) === i).map((type) => ({ type, ...(names.length > 0 && { names }) })),
    problems: found.flatMap(({ problems }) => problems),
  };
}

function typesOf(word: string, types: readonly ResourceType[]): readonly ResourceType[] {
  const members = types.filter((type) => (word === 'all' ? isWorkedOn(type) : type.categories.includes(word)));
  return word === 'all' || members.length > 0 ? members : [findType(word, types)];
}

/** Those of the same kind and project stand together, where the first of them was named. */
function ofReferences(words: readonly string[], types: readonly ResourceType[]): Targets {
  const plain = words.find((word) => !isReference(word));
  if (plain !== undefined)
    throw new ProblemError({ code: 'invalid', message: `which kind is ${JSON.stringify(plain)} of?`, hint: `write KIND/${plain}` });
  const found = referencesOf(words).map((reference) => attempt(() => ({ ...reference, type: findType(reference.kind, types) })));
  const located = found.flatMap(({ value }) => (value ? [value] : []));
  const groups = Map.groupBy(located, ({ type, project = '' }) => `${type.group}/${type.plural}/${project}`);
  return { targets: [...groups.values()].flatMap(targetOf), problems: found.flatMap(({ problems }) => problems) };
}

function targetOf(group: readonly (Reference & { readonly type: ResourceType })[]): readonly Target[] {
  const [first] = group;
  if (!first) return [];
  const names = [...new Set(group.map(({ name }) => name))];
  return [{ type: first.type, names, ...(first.project !== undefined && { project: first.project }) }];
}

interface Attempt<T> {
  readonly value?: T;
  readonly problems: readonly Problem[];
}

function attempt<T>(work: () => T): Attempt<T> {
  try {
    return { value: work(), problems: [] };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return { problems: error.problems };
  }
}
