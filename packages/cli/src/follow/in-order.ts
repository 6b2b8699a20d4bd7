/** Where each of the followed stands in the progress: what others wait for stands above them. */
import { isObject, type Json } from '@ectropy/sdk';
import type { Document } from '../api/document.ts';

export interface Ordered {
  readonly document: Document;
  /** How far below what it waits for. */
  readonly depth: number;
}

/** Every document once, below the deepest of those that it depends on, in the order in which they were declared. */
export function inOrder(documents: readonly Document[]): readonly Ordered[] {
  const aboveOf = needsAmong(documents);
  const depths = new Map<Document, number>();
  const depthOf = (document: Document): number => {
    const known = depths.get(document);
    if (known !== undefined) return known;
    depths.set(document, 0); // whoever stands in a circle with itself begins one
    const depth = Math.max(-1, ...aboveOf(document).map(depthOf)) + 1;
    depths.set(document, depth);
    return depth;
  };
  for (const document of documents) depthOf(document);
  const parentOf = (document: Document): Document | undefined =>
    aboveOf(document)
      .toSorted((a, b) => depthOf(b) - depthOf(a))
      .find((above) => depthOf(above) < depthOf(document));
  const below = Map.groupBy(documents, parentOf);
  const walk = (document: Document): readonly Ordered[] => [
    { document, depth: depthOf(document) },
    ...(below.get(document) ?? []).flatMap(walk),
  ];
  return (below.get(undefined) ?? []).flatMap(walk);
}

/** Which of the others each depends on. Kinds are compared as they are spoken, since documents and references write them differently. */
function needsAmong(documents: readonly Document[]): (document: Document) => readonly Document[] {
  const byPlace = Map.groupBy(documents, ({ metadata }) => `${metadata.namespace ?? ''}/${metadata.name}`);
  const find = (need: Json, document: Document): readonly Document[] => {
    const { name, kind, project } = isObject(need) ? need : { name: need };
    const place = typeof project === 'string' ? project : (document.metadata.namespace ?? '');
    const called = (byPlace.get(`${place}/${String(name)}`) ?? []).filter((one) => one !== document);
    return (typeof kind === 'string' ? called.filter((one) => spoken(one.kind) === spoken(kind)) : called).slice(0, 1);
  };
  const found = new Map(
    documents.map((document) => {
      const { dependencies } = document.spec ?? {};
      const needs = isObject(dependencies) ? Object.values(dependencies) : [];
      return [document, [...new Set(needs.flatMap((need) => find(need, document)))]];
    }),
  );
  return (document) => found.get(document) ?? [];
}

const spoken = (kind: string): string => kind.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
