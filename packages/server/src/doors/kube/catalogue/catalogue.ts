/** Every document about the served kinds, made when it is first asked for and kept until the kinds change. */
import type { JsonObject } from '@ectropy/sdk';
import { GNOSTIC_V2 } from './accept.ts';
import { type AggregatedFormat, aggregatedDiscovery, aggregatedType } from './aggregated.ts';
import { type Contents, type More, compose } from './compose.ts';
import { type Dialect, kubernetes30, openapi30, openapi31, swagger20 } from './dialect.ts';
import { apiGroup, apiGroupList, apiResourceList, apiVersions } from './discovery.ts';
import { type Document, pack, plainDocument } from './document.ts';
import type { Entry } from './entry.ts';
import { fingerprint } from './fingerprint.ts';
import { encodeGnostic } from './gnostic.ts';
import { type Group, type GroupVersion, apiVersionOf, findGroupVersion, groupsOf, rootOf } from './groups.ts';
import { kindIndex } from './kind-index.ts';
import { shortNames } from './names.ts';

export interface CatalogueSettings {
  /** Groups below it are our own and come before others. */
  readonly suffix: string;
  /** Of this server. */
  readonly version: string;
}

const dialects = { '3.1': openapi31, '3.0': openapi30, '2.0': swagger20 } as const satisfies Record<string, Dialect>;

export type DialectName = keyof typeof dialects;

export interface Catalogue {
  readonly groups: readonly Group[];
  /** `/api`; with a format: aggregated. */
  api(format?: AggregatedFormat): Document;
  /** `/apis`; with a format: aggregated. */
  apis(format?: AggregatedFormat): Document;
  /** `/apis/G`. */
  group(name: string): Document | undefined;
  /** `/api/V` with group `''`, `/apis/G/V`. */
  resources(group: string, version: string): Document | undefined;
  /** `/openapi/v3`. */
  v3Index(): Promise<Document>;
  /** `/openapi/v3/api/V` and `/openapi/v3/apis/G/V`. Its etag without quotes is the `hash` in the index. */
  v3(group: string, version: string): Promise<Document | undefined>;
  /** All kinds and versions in one document. */
  whole(dialect: DialectName, more?: More): Promise<Document>;
  /** `/openapi/v2` in protobuf. */
  gnostic(): Promise<Document>;
  /** Every kind in a line, for people. */
  kinds(): Document;
  /** One kind as a document of its own, OpenAPI 3.1. */
  kind(group: string, version: string, plural: string): Promise<Document | undefined>;
}

const description = 'Everything that can be declared here, as a Kubernetes API: `kubectl` and plain `curl` both speak it.';

export function openCatalogue(entries: readonly Entry[], { suffix, version }: CatalogueSettings): Catalogue {
  const groups = groupsOf(entries, suffix);
  const all = groups.flatMap(({ versions }) => versions.flatMap((each) => each.entries));
  const names = shortNames(groups);
  const made = memory<Document>();
  const promised = memory<Promise<Document>>();

  const built = (key: string, contents: Contents, dialect: Dialect): Promise<Document> =>
    promised(key, async () => {
      const etag = `"${await fingerprint(contents.entries, key, version)}"`;
      return pack(compose(contents, dialect), { etag });
    });
  const contentsOf = (title: string, some: readonly Entry[]): Contents => ({ title, version, description, entries: some, names });
  const wholeOf = (name: DialectName, more?: More): Promise<Document> =>
    built(`${name} ${more?.name ?? ''}`, { ...contentsOf('Ectropy', all), groups, ...(more && { more }) }, dialects[name]);

  return {
    groups,
    api: (format) => made(`api ${format}`, () => discovery(format, groups, 'core', () => apiVersions(groups))),
    apis: (format) => made(`apis ${format}`, () => discovery(format, groups, 'groups', () => apiGroupList(groups))),
    group: (name) => {
      const group = name === '' ? undefined : groups.find((each) => each.name === name);
      return group && made(`group ${name}`, () => plainDocument(apiGroup(group)));
    },
    resources: (group, name) => {
      const found = findGroupVersion(groups, group, name);
      return found && made(`resources ${apiVersionOf(found)}`, () => plainDocument(apiResourceList(found)));
    },
    v3Index: () =>
      promised('v3', async () => {
        const versions = groups.flatMap((group) => group.versions);
        const hashes = await Promise.all(versions.map((each) => fingerprint(each.entries, v3Key(each), version)));
        return plainDocument(v3Index(versions, hashes));
      }),
    v3: async (group, name) => {
      const found = findGroupVersion(groups, group, name);
      return found && built(v3Key(found), contentsOf(`Ectropy ${apiVersionOf(found)}`, found.entries), kubernetes30);
    },
    whole: wholeOf,
    gnostic: () =>
      promised('gnostic', async () => {
        const etag = `"${await fingerprint(all, 'gnostic', version)}"`;
        return pack(encodeGnostic({ ...contentsOf('Ectropy', all), groups }), { etag, type: GNOSTIC_V2 });
      }),
    kinds: () => made('kinds', () => plainDocument(kindIndex(groups, names))),
    kind: async (group, name, plural) => {
      const entry = findGroupVersion(groups, group, name)?.entries.find((each) => each.plural === plural);
      return (
        entry && pack(compose(contentsOf(entry.kind, [entry]), openapi31), { etag: `"${await fingerprint([entry], 'kind', version)}"` })
      );
    },
  };
}

const v3Key = (of: GroupVersion): string => `v3 ${apiVersionOf(of)}`;

const discovery = (format: AggregatedFormat | undefined, groups: readonly Group[], root: 'core' | 'groups', plain: () => JsonObject) =>
  format ? plainDocument(aggregatedDiscovery(groups, format, root), aggregatedType(format)) : plainDocument(plain());

const v3Index = (versions: readonly GroupVersion[], hashes: readonly string[]): JsonObject => ({
  paths: Object.fromEntries(
    versions.map((each, i) => [rootOf(each).slice(1), { serverRelativeURL: `/openapi/v3${rootOf(each)}?hash=${hashes[i]}` }]),
  ),
});

/** Remembers what was made under a key. A promise that fails is forgotten, so that the next one asks again. */
function memory<T extends object>(): (key: string, make: () => T) => T {
  const kept = new Map<string, T>();
  return (key, make) => {
    const before = kept.get(key);
    if (before) return before;
    const fresh = make();
    kept.set(key, fresh);
    if (fresh instanceof Promise) fresh.catch(() => kept.delete(key));
    return fresh;
  };
}

/** The catalogue of a list of entries, by the identity of that list: a changed registry hands out another list, and the old catalogue goes with the old one. */
export function catalogues(settings: CatalogueSettings): (entries: readonly Entry[]) => Catalogue {
  const known = new WeakMap<readonly Entry[], Catalogue>();
  return (entries) => {
    const catalogue = known.get(entries) ?? openCatalogue(entries, settings);
    known.set(entries, catalogue);
    return catalogue;
  };
}
