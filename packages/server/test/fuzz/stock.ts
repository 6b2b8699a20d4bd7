/** Documents that are right, one for every kind: by its own example, with what it needs. */
import type { Json, JsonObject } from '@ectropy/sdk';
import { call } from '../product.ts';

/** What every kind has in every project, so that others have something to depend on. */
export const STOCK = 'stock';

/** By group and plural. */
export type Samples = ReadonlyMap<string, JsonObject>;

interface KindWire {
  readonly spec: {
    readonly group: string;
    readonly names: { readonly plural: string };
    readonly needs?: Readonly<Record<string, { readonly optional?: boolean }>>;
    readonly examples?: readonly JsonObject[];
  };
}

export async function readSamples(server: { readonly url: string }): Promise<Samples> {
  const { body } = await call(server, '/apis/core.ectropy.dev/v1/kinds');
  const kinds = body.items as unknown as readonly KindWire[];
  return new Map(
    kinds.map(({ spec: { group, names, needs = {}, examples = [] } }) => {
      const links = Object.keys(needs).map((key) => [key, { name: STOCK }] as const);
      return [`${group}/${names.plural}`, { ...examples[0], ...(links.length > 0 && { dependencies: Object.fromEntries(links) }) }];
    }),
  );
}

const schema = { type: 'object', properties: { size: { type: 'integer' } } };

/** Of kinds that have no example of their own, or one that would not do here. */
const special: Readonly<Record<string, (name: string, url: string) => Json>> = {
  KindDefinition: (name) => ({
    group: name.replace(/^[^.]*\./, ''),
    names: { kind: capital(name.replace(/s?\d*\..*/, '') + (/\d+/.exec(name)?.[0] ?? '')), plural: name.replace(/\..*/, '') },
    versions: [{ name: 'v1', hub: true, schema }],
  }),
  CustomResourceDefinition: (name) => ({
    group: name.replace(/^[^.]*\./, ''),
    scope: 'Namespaced',
    names: { kind: capital(name.replace(/s?\d*\..*/, '') + (/\d+/.exec(name)?.[0] ?? '')), plural: name.replace(/\..*/, '') },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object', properties: { spec: schema } } } }],
  }),
  File: (name) => ({ path: `${name}.txt`, content: `I am ${name}` }),
  HttpCheck: (_name, url) => ({ url: `${url}/livez` }),
};

const capital = (word: string): string => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;

interface Named {
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
}

export const sampleFor = ({ group, kind, plural }: Named, name: string, samples: Samples, url: string): Json =>
  special[kind]?.(name, url) ?? samples.get(`${group}/${plural}`) ?? {};
