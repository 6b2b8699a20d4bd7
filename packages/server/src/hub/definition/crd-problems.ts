import type { JsonObject, Path, Problem } from '@ectropy/sdk';
import { fieldsOfPath } from './column-path.ts';
import type { CrdSpec, CrdVersion } from './crd.ts';
import { invalid } from './problem.ts';

const known = new Set(['apiVersion', 'kind', 'metadata', 'spec', 'status']);

export const rootOf = ({ schema }: CrdVersion): JsonObject => schema?.openAPIV3Schema ?? {};

export const propertiesOf = ({ properties }: JsonObject): JsonObject =>
  typeof properties === 'object' && properties !== null && !Array.isArray(properties) ? (properties as JsonObject) : {};

/** What of a CustomResourceDefinition cannot be a kind here. The rest is for `definitionProblems` to say. */
export function crdProblems(name: string, spec: CrdSpec): readonly Problem[] {
  const expected = `${spec.names.plural}.${spec.group}`;
  const strategy = spec.conversion?.strategy ?? 'None';
  return [
    ...(name === expected
      ? []
      : [invalid(['metadata', 'name'], `must be ${JSON.stringify(expected)}, the plural and the group (got ${JSON.stringify(name)})`)]),
    ...(spec.group.includes('.')
      ? []
      : [invalid(['spec', 'group'], `${JSON.stringify(spec.group)} is not a group`, 'use a domain name such as stable.example.com')]),
    ...(strategy === 'None' ? [] : [conversionProblem(strategy)]),
    ...(spec.preserveUnknownFields
      ? [invalid(['spec', 'preserveUnknownFields'], 'must be false', 'use x-kubernetes-preserve-unknown-fields in the schema')]
      : []),
    ...spec.versions.flatMap((version, i) => versionProblems(version, ['spec', 'versions', i])),
  ];
}

const conversionProblem = (strategy: string): Problem =>
  invalid(
    ['spec', 'conversion', 'strategy'],
    `${JSON.stringify(strategy)} is not supported: only None is`,
    'apply a KindDefinition, whose versions say in moves how they differ',
  );

function versionProblems(version: CrdVersion, path: Path): readonly Problem[] {
  const schema = [...path, 'schema', 'openAPIV3Schema'];
  if (!version.schema?.openAPIV3Schema) return [invalid(schema, 'must be set')];
  const root = rootOf(version);
  const others = Object.keys(propertiesOf(root)).filter((key) => !known.has(key));
  return [
    ...(root.type === 'object' ? [] : [invalid([...schema, 'type'], "must be 'object'")]),
    ...others.map((key) =>
      invalid(
        [...schema, 'properties', key],
        `'${key}' is not allowed at the top: a resource has apiVersion, kind, metadata, spec and status only`,
        'move it into spec',
      ),
    ),
    ...pathsOf(version).flatMap(([text, where]) =>
      text.startsWith('.') && fieldsOfPath(text)
        ? []
        : [invalid([...path, ...where], `${JSON.stringify(text)} is not a path`, "begin with '.', as in .spec.size")],
    ),
  ];
}

const pathsOf = ({
  additionalPrinterColumns = [],
  selectableFields = [],
  subresources,
}: CrdVersion): readonly (readonly [string, Path])[] => [
  ...additionalPrinterColumns.map(({ jsonPath }, i) => [jsonPath, ['additionalPrinterColumns', i, 'jsonPath']] as const),
  ...selectableFields.map(({ jsonPath }, i) => [jsonPath, ['selectableFields', i, 'jsonPath']] as const),
  ...Object.entries(subresources?.scale ?? {}).map(([field, text]) => [text, ['subresources', 'scale', field]] as const),
];

export const crdWarnings = (spec: CrdSpec): readonly string[] =>
  spec.versions.flatMap((version) => {
    const root = rootOf(version);
    const { metadata, status } = propertiesOf(root);
    const said = (what: string): string => `version ${version.name}: ${what}`;
    return [
      ...(root['x-kubernetes-validations'] ? [said('rules over the whole document are kept and not enforced; write them below spec')] : []),
      ...(metadata && Object.keys(propertiesOf(metadata as JsonObject)).length > 0
        ? [said('the schema of metadata is kept and not enforced')]
        : []),
      ...(status !== undefined && version.subresources?.status === undefined
        ? [said('status can only be written through the status subresource, which it does not have')]
        : []),
    ];
  });
