/** The kinds that the server serves, from discovery, and how a person may call them. */
import { isObject, type Json, type JsonObject, ProblemError } from '@ectropy/sdk';
import { suggest } from '@ectropy/server/client';
import type { Api } from './api.ts';
import { itemsOf } from './document.ts';

export interface ResourceType {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  readonly short: readonly string[];
  readonly categories: readonly string[];
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
  readonly subresources: readonly string[];
}

const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

/** One request per root, however many kinds there are. The first version of a group is the preferred one. */
export async function discover(api: Api): Promise<readonly ResourceType[]> {
  const roots = await Promise.all(['/apis', '/api'].map((path) => api.call(path, { accept: AGGREGATED })));
  return roots.flatMap(itemsOf).filter(isObject).flatMap(typesOfGroup);
}

function typesOfGroup({ metadata, versions }: JsonObject): readonly ResourceType[] {
  const group = isObject(metadata) && typeof metadata.name === 'string' ? metadata.name : '';
  const found = listOf(versions).flatMap(({ version, resources }) =>
    listOf(resources).map((resource) => typeOf(group, String(version), resource)),
  );
  return found.filter(({ plural }, i) => found.findIndex((other) => other.plural === plural) === i);
}

const listOf = (value: Json | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? (value as readonly Json[]).filter(isObject) : [];
const wordsOf = (value: Json | undefined): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

const typeOf = (group: string, version: string, resource: JsonObject): ResourceType => ({
  group,
  version,
  plural: String(resource.resource),
  singular: String(resource.singularResource ?? ''),
  kind: isObject(resource.responseKind) ? String(resource.responseKind.kind) : '',
  short: wordsOf(resource.shortNames),
  categories: wordsOf(resource.categories),
  namespaced: resource.scope === 'Namespaced',
  verbs: wordsOf(resource.verbs),
  subresources: listOf(resource.subresources).map(({ subresource }) => String(subresource)),
});

const namesOf = ({ plural, singular, kind, short }: ResourceType): readonly string[] => [plural, singular, kind.toLowerCase(), ...short];

/** `server`, `CloudServer`, `csrv`, `cloudservers.cloud.ectropy.dev`. */
export function findType(word: string, types: readonly ResourceType[]): ResourceType {
  const [name = '', ...group] = word.toLowerCase().split('.');
  const called = types.filter((type) => name !== '' && (namesOf(type).includes(name) || plainOf(type) === name));
  const found = called.find((type) => group.length === 0 || type.group.startsWith(group.join('.')));
  if (found) return found;
  const near = suggest(word, types.flatMap(namesOf));
  throw new ProblemError({
    code: 'not_found',
    message: `there is no kind ${JSON.stringify(word)} here${near === undefined ? '' : `; did you mean ${near}?`}`,
    hint: 'list the kinds with `ectropy kinds`',
  });
}

/** Kinds may also be called as in a URN: `cloud_server`. */
const plainOf = ({ kind }: ResourceType): string => kind.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase();

export const typeOfDocument = (
  { apiVersion, kind }: { readonly apiVersion: string; readonly kind: string },
  types: readonly ResourceType[],
): ResourceType | undefined =>
  types.find((type) => type.kind === kind && type.group === apiVersion.split('/').slice(0, -1).join('/')) ??
  types.find((type) => type.kind === kind);

export function collectionPath({ group, version, plural, namespaced }: ResourceType, project?: string): string {
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  return namespaced && project !== undefined ? `${root}/namespaces/${encodeURIComponent(project)}/${plural}` : `${root}/${plural}`;
}

export const objectPath = (type: ResourceType, project: string | undefined, name: string): string =>
  `${collectionPath(type, project)}/${encodeURIComponent(name)}`;
