import type { Kind, Path, Problem } from '@ectropy/sdk';
import { kindNameOf, namesOf } from '../scheme/names.ts';
import { invalid, repeated } from './problem.ts';
import type { KindDefinitionSpec } from './spec.ts';

const word = /^[a-z](?:[-a-z0-9]{0,61}[a-z0-9])?$/;
const kindWord = /^[A-Z][A-Za-z0-9]{0,62}$/;
const label = /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/;
const MAX_KIND_NAME = 128;

/** Groups whose resources the native API serves itself. */
const reserved = new Set([
  'core',
  'apiextensions.k8s.io',
  'apidiscovery.k8s.io',
  'apiregistration.k8s.io',
  'authentication.k8s.io',
  'authorization.k8s.io',
  'coordination.k8s.io',
  'events.k8s.io',
  'meta.k8s.io',
]);

/** `taken` are the other kinds that there are. */
export function namesProblems(name: string, spec: KindDefinitionSpec, taken: readonly Kind[]): readonly Problem[] {
  const expected = `${spec.names.plural}.${spec.group}`;
  return [
    ...(name === expected
      ? []
      : [invalid(['metadata', 'name'], `must be ${JSON.stringify(expected)}, the plural and the group (got ${JSON.stringify(name)})`)]),
    ...groupProblems(spec.group),
    ...wordProblems(spec),
    ...lengthProblems(spec),
    ...takenProblems(spec, taken),
  ];
}

function groupProblems(group: string): readonly Problem[] {
  const path: Path = ['spec', 'group'];
  if (reserved.has(group))
    return [{ code: 'exists', path, message: `the group '${group}' is the server's own`, hint: 'choose another group' }];
  const valid = group.length <= 253 && group.split('.').every((part) => label.test(part));
  return valid
    ? []
    : [invalid(path, `${JSON.stringify(group)} is not a group`, 'use a domain name such as example.dev, or one word in lower case')];
}

const lower = (value: string | undefined, path: Path): readonly Problem[] =>
  value === undefined || word.test(value)
    ? []
    : [invalid(path, `${JSON.stringify(value)} is not a name`, 'use lower-case letters, digits and "-"')];

const upper = (value: string | undefined, path: Path): readonly Problem[] =>
  value === undefined || kindWord.test(value)
    ? []
    : [invalid(path, `${JSON.stringify(value)} is not a kind`, 'use a word such as PostgresRole')];

const at = (...rest: Path): Path => ['spec', 'names', ...rest];

function wordProblems({ names }: KindDefinitionSpec): readonly Problem[] {
  return [
    ...upper(names.kind, at('kind')),
    ...upper(names.list, at('list')),
    ...(names.list === names.kind ? [invalid(at('list'), 'must not be the kind itself')] : []),
    ...lower(names.plural, at('plural')),
    ...lower(names.singular, at('singular')),
    ...(['short', 'categories'] as const).flatMap((field) => [
      ...(names[field] ?? []).flatMap((value, i) => lower(value, at(field, i))),
      ...repeated(names[field] ?? []).map(({ index, value }) => invalid(at(field, index), `'${value}' stands twice`)),
    ]),
  ];
}

function lengthProblems({ group, names }: KindDefinitionSpec): readonly Problem[] {
  const { length } = kindNameOf(names.singular ?? names.kind, group);
  return length <= MAX_KIND_NAME
    ? []
    : [invalid(['spec', 'group'], `the singular and the group must have at most ${MAX_KIND_NAME} characters together (got ${length})`)];
}

/** Within a group every name leads to one kind. */
function takenProblems({ group, names }: KindDefinitionSpec, taken: readonly Kind[]): readonly Problem[] {
  const mine: readonly (readonly [Path, string])[] = [
    [['spec', 'names', 'plural'], names.plural],
    [['spec', 'names', 'singular'], names.singular ?? names.kind.toLowerCase()],
    ...(names.short ?? []).map((short, i) => [['spec', 'names', 'short', i], short] as const),
  ];
  return taken
    .filter((kind) => (kind.group ?? 'core') === group)
    .flatMap((kind) => {
      const { kind: theirKind, plural, singular, short } = namesOf(kind);
      const theirs = new Set([plural, singular, ...short]);
      const said = (path: Path, value: string): Problem => ({
        code: 'exists',
        path,
        message: `'${value}' is a name of the kind ${kind.name} already`,
        hint: 'choose another name',
      });
      return [
        ...(theirKind === names.kind ? [said(['spec', 'names', 'kind'], theirKind)] : []),
        ...mine.flatMap(([path, value]) => (theirs.has(value) ? [said(path, value)] : [])),
      ];
    });
}
