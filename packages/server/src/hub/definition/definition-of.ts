import type { Kind } from '@ectropy/sdk';
import { namesOf } from '../scheme/names.ts';
import { hubVersionOf } from '../scheme/versions.ts';
import { given, shared } from './kind-of.ts';
import type { Backend, KindDefinitionSpec, VersionDefinition } from './spec.ts';

/** The name under which a kind stands among the KindDefinitions. */
export const definitionNameOf = (kind: Kind): string => `${namesOf(kind).plural}.${kind.group ?? 'core'}`;

/** A kind that code brought along, as a definition to be read: how its convertors work is not said, since that is code too. */
export function definitionOf(kind: Kind, backend: Backend = { module: { name: kind.name } }): KindDefinitionSpec {
  const { short, categories, ...names } = namesOf(kind);
  return {
    group: kind.group ?? 'core',
    scope: kind.scope === 'cluster' ? 'Cluster' : 'Project',
    description: kind.description,
    names: { ...names, ...(short.length > 0 && { short }), ...(categories.length > 0 && { categories }) },
    versions: [hubDefinition(kind), ...otherDefinitions(kind)],
    ...given(kind, shared),
    ...(kind.recheckMs !== undefined && { recheckSeconds: Math.max(1, Math.round(kind.recheckMs / 1000)) }),
    backend,
  };
}

const hubDefinition = (kind: Kind): VersionDefinition => ({
  name: hubVersionOf(kind),
  hub: true,
  served: true,
  schema: kind.schema,
  ...given(kind, ['statusSchema', 'columns', 'selectable', 'scale']),
});

const otherDefinitions = ({ versions = {} }: Kind): readonly VersionDefinition[] =>
  Object.entries(versions).map(([name, { schema, retired = false, deprecated, columns }]) => ({
    name,
    hub: false,
    served: !retired,
    schema,
    ...(deprecated !== undefined && { deprecated: true, deprecation: deprecated }),
    ...(columns && { columns }),
  }));
