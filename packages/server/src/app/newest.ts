/** The store, with every document read in the newest shape of its kind, whatever shape it was stored in. */
import type { Resource } from '../core/resource.ts';
import { parseUrn } from '../core/urn.ts';
import type { Kinds, Registered } from '../hub/kinds.ts';
import type { Store } from '../store/port.ts';

export function readNewest(store: Store, kinds: Pick<Kinds, 'find'>): Store {
  const newest = (resource: Resource): Resource => {
    const registered = kinds.find(resource.kind);
    return registered ? inNewestShape(resource, registered) : resource;
  };
  return {
    ...store,
    async load(urns, modules) {
      const loaded = await store.load(urns, modules);
      return { ...loaded, resources: new Map([...loaded.resources].map(([urn, resource]) => [urn, newest(resource)])) };
    },
    async list(query) {
      const page = await store.list(query);
      return { ...page, resources: page.resources.map(newest) };
    },
    async claim(request) {
      return (await store.claim(request)).map((claim) => ({ ...claim, resource: newest(claim.resource) }));
    },
    async changes(since, limit) {
      const page = await store.changes(since, limit);
      return { ...page, changes: page.changes.map((change) => ({ ...change, resource: newest(change.resource) })) };
    },
    async revisions(urn, options) {
      const all = await store.revisions(urn, options);
      const registered = kinds.find(parseUrn(urn)?.kind ?? '');
      return registered ? all.map((revision) => inNewestShape(revision, registered)) : all;
    },
  };
}

/** With the shape that it has now: whoever writes it back must not have it converted once more. */
function inNewestShape<Document extends Pick<Resource, 'spec' | 'shape'>>(document: Document, { shape, newest }: Registered): Document {
  return document.shape === undefined || document.shape === shape
    ? document
    : { ...document, spec: newest(document.spec, document.shape), shape };
}
