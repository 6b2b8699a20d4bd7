import type { JsonObject, Path, Problem } from '@ectropy/sdk';
import { isSecretField } from '../../core/selectable.ts';
import { fieldPath } from '../convert/field-path.ts';
import { invalid } from './problem.ts';
import { mayHold, schemaAt } from './schema-path.ts';
import { backendOf, hubOf, type KindDefinitionSpec } from './spec.ts';

const key = /^[A-Za-z][\w-]{0,62}$/;

/** What the definition says about the fields of the hub version, its actions and its needs. */
export function fieldProblems(spec: KindDefinitionSpec): readonly Problem[] {
  const hub = hubOf(spec);
  if (!hub) return [];
  const { schema, statusSchema } = hub;
  const inSpec = (text: string, where: Path): readonly Problem[] => pathProblems(text, where, [schema]);
  const either = statusSchema ? [schema, statusSchema] : undefined;
  return [
    ...(['createOnly', 'readOnly', 'sets', 'artifacts'] as const).flatMap((field) =>
      (spec[field] ?? []).flatMap((text, i) => inSpec(text, ['spec', field, i])),
    ),
    ...(spec.secret ?? []).flatMap((text, i) => pathProblems(text, ['spec', 'secret', i], either)),
    ...(spec.versioned === undefined ? [] : inSpec(spec.versioned, ['spec', 'versioned'])),
    ...(spec.rules ?? []).flatMap(({ path }, i) => (path === undefined ? [] : inSpec(path, ['spec', 'rules', i, 'path']))),
    ...keyedProblems(spec, schema),
    ...keyProblems(spec),
    ...selectedSecrets(spec),
    ...backendProblems(spec),
  ];
}

/** `schemas` are those of which one must have the field; without them it cannot be told. */
function pathProblems(text: string, where: Path, schemas: readonly JsonObject[] | undefined): readonly Problem[] {
  const path = fieldPath(text);
  if (!path)
    return [
      invalid(
        where,
        `${JSON.stringify(text)} is not a path`,
        'use field names with dots between them, without spec and without list positions',
      ),
    ];
  return !schemas || schemas.some((schema) => mayHold(schema, path)) ? [] : [invalid(where, `the schema has no field '${text}'`)];
}

function keyedProblems({ keyed = {} }: KindDefinitionSpec, schema: JsonObject): readonly Problem[] {
  return Object.entries(keyed).flatMap(([text, keys]) => {
    const where: Path = ['spec', 'keyed', text];
    const problems = pathProblems(text, where, [schema]);
    if (problems.length > 0) return problems;
    if (keys.length === 0) return [invalid(where, 'must name at least one field')];
    const items = schemaAt(schema, text.split('.'));
    return keys.flatMap((field, i) =>
      items && !mayHold(items, [field]) ? [invalid([...where, i], `the items have no field '${field}'`)] : [],
    );
  });
}

/** Fields are compared as they are stored, whichever version names them. */
const selectedSecrets = ({ versions, secret }: KindDefinitionSpec): readonly Problem[] =>
  versions.flatMap(({ selectable = [] }, i) =>
    selectable.flatMap((field, j) =>
      isSecretField(field, secret)
        ? [
            invalid(
              ['spec', 'versions', i, 'selectable', j],
              'nobody can select by a secret',
              'take it out of selectable, or out of secret',
            ),
          ]
        : [],
    ),
  );

const keyProblems = ({ actions = {}, needs = {} }: KindDefinitionSpec): readonly Problem[] =>
  Object.entries({ actions, needs }).flatMap(([field, entries]) =>
    Object.keys(entries).flatMap((name) =>
      key.test(name) && name !== 'constructor' && name !== 'prototype'
        ? []
        : [invalid(['spec', field, name], 'is not a name', 'use a letter, then letters, digits, "_" and "-"')],
    ),
  );

function backendProblems(spec: KindDefinitionSpec): readonly Problem[] {
  const backend = backendOf(spec);
  const named = Object.keys(backend);
  if (named.length !== 1)
    return [
      invalid(['spec', 'backend'], `exactly one of record, module, accessor and driver must be set (got ${named.join(', ') || 'none'})`),
    ];
  if (!('driver' in backend)) return [];
  const { url } = backend.driver;
  const fits = URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol);
  return fits ? [] : [invalid(['spec', 'backend', 'driver', 'url'], `${JSON.stringify(url)} is not an http or https address`)];
}
