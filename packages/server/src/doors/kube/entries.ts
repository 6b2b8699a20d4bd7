/** What is served, as data for discovery and OpenAPI. */
import type { JsonObject, Kind } from '@ectropy/sdk';
import { DEFINITION, PROJECT } from '../../hub/builtin.ts';
import type { Kinds } from '../../hub/kinds.ts';
import type { Entry, Subresource } from './catalogue/entry.ts';
import { builtinEntries } from './builtin-entries.ts';
import { withHidden } from './hidden-schema.ts';
import { dependenciesSchema, sharingSchema, statusSchema } from './status-schema.ts';
import { subresourcesOf } from './subresource-entries.ts';
import type { WireView } from './view.ts';
import type { Views } from './views.ts';

const verbs = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];

/** The same list until the kinds change. */
export function openEntries(views: Views, kinds: Kinds): () => readonly Entry[] {
  const made = new WeakMap<WireView, Entry>();
  let of: readonly WireView[] = [];
  let entries: readonly Entry[] = [];
  return () => {
    const all = views.all();
    if (all === of) return entries;
    of = all;
    entries = [
      ...all.map((view) => {
        const entry = made.get(view) ?? entryOf(view, kinds);
        made.set(view, entry);
        return entry;
      }),
      ...builtinEntries(kinds),
    ];
    return entries;
  };
}

function entryOf(view: WireView, kinds: Kinds): Entry {
  const { registered, group, version, kind, plural } = view;
  const { names } = registered;
  const own = view.plural === names.plural;
  const hub = registered.versions.find((each) => each.hub)?.name;
  return {
    group,
    version,
    kind,
    listKind: view.listKind,
    plural,
    singular: own ? names.singular : kind.toLowerCase(),
    short: own ? names.short : (shorts[plural] ?? []),
    categories: own ? names.categories : [],
    namespaced: view.namespaced,
    verbs,
    description: registered.kind.description,
    ...(view.deprecated !== undefined && { deprecated: view.deprecated }),
    subresources: own ? subresourcesOf(registered, kinds) : foreignSubresources(registered.kind),
    schema: own ? documentSchema(view) : foreignSchema,
    examples: own && version === hub ? examplesOf(view) : [],
    preferred: !own || version === hub,
  };
}

const shorts: Readonly<Record<string, readonly string[]>> = { namespaces: ['ns'], customresourcedefinitions: ['crd', 'crds'] };

const foreignSubresources = ({ name }: Kind): readonly Subresource[] =>
  name === PROJECT || name === DEFINITION
    ? [{ name: 'status', kind: name === PROJECT ? 'Namespace' : 'CustomResourceDefinition', verbs: ['get'] }]
    : [];

const foreignSchema: JsonObject = {
  type: 'object',
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: { type: 'object' },
    spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  },
};

function documentSchema({ registered, version }: WireView): JsonObject {
  const { kind, backend, statusWritable, versions } = registered;
  const { schema = kind.schema, statusSchema: said, hub = true } = versions.find(({ name }) => name === version) ?? {};
  const spec = hub ? withHidden(schema, kind.secret) : schema;
  const properties = typeof spec.properties === 'object' && spec.properties !== null ? (spec.properties as JsonObject) : {};
  const linked = kind.scope !== 'cluster';
  const status =
    statusWritable || backend === 'accessor'
      ? (said ?? { type: 'object', 'x-kubernetes-preserve-unknown-fields': true })
      : statusSchema(said);
  return {
    type: 'object',
    description: kind.description,
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { type: 'object' },
      spec: {
        ...spec,
        type: 'object',
        properties: {
          ...properties,
          ...(linked && { dependencies: dependenciesSchema(kind.needs) }),
          ...(kind.shareable && { sharing: sharingSchema }),
        },
      },
      status,
    },
  };
}

const examplesOf = ({ registered, apiVersion, kind, namespaced }: WireView): readonly JsonObject[] =>
  (registered.kind.examples ?? []).map((spec, i) => ({
    apiVersion,
    kind,
    metadata: { name: i === 0 ? 'example' : `example-${i + 1}`, ...(namespaced && { namespace: 'default' }) },
    spec,
  }));
