/** What the API says of a resource, in the few words that the oracle needs. */
import type { Collection } from '@ectropy/cloud-sim';
import type { Wire } from '../product.ts';
import type { Resource, Told } from './oracle/history.ts';

export const collections = ['networks', 'servers', 'disks'] as const satisfies readonly Collection[];

const problemOf = ({ status }: Wire): string | undefined => {
  const problem = status?.problem ?? undefined;
  return problem === undefined ? undefined : JSON.stringify(problem);
};

export const toldOf = (collection: Collection, { metadata, spec, status }: Wire): Told => ({
  place: `${collection}/${String(metadata?.name)}`,
  uid: String(metadata?.uid),
  version: String(metadata?.resourceVersion),
  generation: Number(metadata?.generation),
  observed: Number(status?.observedGeneration ?? 0),
  phase: String(status?.phase),
  mark: String(spec?.labels?.mark ?? ''),
});

export function resourceOf(collection: Collection, object: Wire): Resource {
  const problem = problemOf(object);
  return {
    ...toldOf(collection, object),
    collection,
    outputId: String(object.status?.output?.id),
    ...(problem !== undefined && { problem }),
  };
}
