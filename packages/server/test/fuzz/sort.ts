/** What the server serves, as it tells it itself: discovery for what can be asked, OpenAPI for what objects look like. */
import type { Json, JsonObject } from '@ectropy/sdk';
import { call, type Wire } from '../product.ts';
import { readSamples, sampleFor, type Samples } from './stock.ts';

export interface Sort {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
  readonly subresources: readonly { readonly name: string; readonly verbs: readonly string[] }[];
  readonly schema: JsonObject;
  readonly document: JsonObject;
  /** A spec that is right for it, where there is one. */
  readonly sample: (name: string) => Json;
}

export const apiVersionOf = ({ group, version }: Pick<Sort, 'group' | 'version'>): string =>
  group === '' ? version : `${group}/${version}`;

export const rootOf = ({ group, version }: Pick<Sort, 'group' | 'version'>): string =>
  group === '' ? `/api/${version}` : `/apis/${group}/${version}`;

const aggregated = { accept: 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList' };

export async function readSorts(server: { readonly url: string }): Promise<readonly Sort[]> {
  const sorts: Sort[] = [];
  const samples = await readSamples(server);
  for (const path of ['/api', '/apis']) {
    const { body } = await call(server, path, { headers: aggregated });
    for (const group of listOf(body.items))
      for (const version of listOf(group.versions))
        sorts.push(...(await sortsOf(server, String(group.metadata?.name ?? ''), version, samples)));
  }
  return sorts;
}

const listOf = (value: Wire | undefined): readonly Wire[] => (Array.isArray(value) ? (value as readonly Wire[]) : []);
const textsOf = (value: Wire | undefined): readonly string[] => listOf(value).map(String);

async function sortsOf(
  server: { readonly url: string },
  group: string,
  { version, resources }: Wire,
  samples: Samples,
): Promise<readonly Sort[]> {
  const at = { group, version: String(version) };
  const { body } = await call(server, `/openapi/v3${rootOf(at)}`);
  const document = body as unknown as JsonObject;
  const schemas = Object.values((document.components as { schemas: Record<string, JsonObject> }).schemas);
  return listOf(resources).map((resource): Sort => {
    const kind = String(resource.responseKind?.kind);
    return {
      ...at,
      plural: String(resource.resource),
      kind,
      namespaced: String(resource.scope) === 'Namespaced',
      verbs: textsOf(resource.verbs),
      subresources: listOf(resource.subresources).flatMap(({ subresource, verbs }) => belowOf(String(subresource), textsOf(verbs))),
      schema: schemas.find((schema) => isOf(schema, { ...at, kind })) ?? {},
      document,
      sample: (name) => sampleFor({ group, kind, plural: String(resource.resource) }, name, samples, server.url),
    };
  });
}

/** Discovery tells of the files of a resource, and not of the single one. */
const belowOf = (name: string, verbs: readonly string[]): Sort['subresources'] => [
  { name, verbs },
  ...(name === 'artifacts' ? [{ name: 'artifacts/{name}', verbs: ['get', 'update', 'delete'] }] : []),
];

/** By the mark that Kubernetes clients look for. */
export const isOf = (schema: JsonObject, { group, version, kind }: Pick<Sort, 'group' | 'version' | 'kind'>): boolean =>
  ((schema['x-kubernetes-group-version-kind'] ?? []) as readonly Json[]).some((mark) => {
    const { group: g, version: v, kind: k } = mark as JsonObject;
    return g === group && v === version && k === kind;
  });
