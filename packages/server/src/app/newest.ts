/** The store, with every document read in the newest shape of its kind and under the names of today, however it was stored. */
import type { Resource } from '../core/resource.ts';
import { textAt } from '../core/selectable.ts';
import { parseUrn } from '../core/urn.ts';
import type { Kinds, Registered } from '../hub/kinds.ts';
import { renameFor } from '../hub/view/renamed.ts';
import type { FieldRequirement, Page, Query, Store } from '../store/port.ts';

export function readNewest(store: Store, kinds: Pick<Kinds, 'find' | 'scheme'>): Store {
  const rename = renameFor(kinds.scheme);
  const newest = (resource: Resource): Resource => {
    const registered = kinds.find(resource.kind);
    return rename(registered ? inNewestShape(resource, registered) : resource);
  };
  return {
    ...store,
    async load(urns, modules) {
      const loaded = await store.load(urns, modules);
      return { ...loaded, resources: new Map([...loaded.resources].map(([urn, resource]) => [urn, newest(resource)])) };
    },
    async list(query) {
      if (await asksOfFormerShapes(query, store, kinds)) return listAsNewest(query, store, newest);
      const page = await store.list(query);
      return { ...page, resources: page.resources.map(newest) };
    },
    async claim(request) {
      return (await store.claim(request)).map((claim) => ({ ...claim, resource: newest(claim.resource) }));
    },
    async changes(since, limit, kind) {
      const page = await store.changes(since, limit, kind);
      return { ...page, changes: page.changes.map((change) => ({ ...change, resource: newest(change.resource) })) };
    },
    async revisions(urn, options) {
      const all = await store.revisions(urn, options);
      const registered = kinds.find(parseUrn(urn)?.kind ?? '');
      return registered ? all.map((revision) => inNewestShape(revision, registered)) : all;
    },
  };
}

const isOfSpec = ({ path }: FieldRequirement): boolean => path[0] === 'spec';

/** The store compares fields as they are stored. */
async function asksOfFormerShapes({ kind = '', fields = [] }: Query, store: Store, kinds: Pick<Kinds, 'find'>): Promise<boolean> {
  const registered = fields.some(isOfSpec) ? kinds.find(kind) : undefined;
  if (!registered) return false;
  const former = [registered.shape, ''].map((value) => ({ path: ['shape'], op: 'isnt', value }) as const);
  return (await store.list({ kind, fields: former, limit: 1 })).resources.length > 0;
}

const PAGE = 500;

/** Page by page, and compared here. */
async function listAsNewest(
  { limit, offset = 0, total, ...query }: Query,
  store: Store,
  newest: (resource: Resource) => Resource,
): Promise<Page> {
  const fields = query.fields ?? [];
  const found: Resource[] = [];
  let version: Page['version'] | undefined;
  let after = query.after;
  for (;;) {
    const page = await store.list({
      ...query,
      fields: fields.filter((field) => !isOfSpec(field)),
      limit: PAGE,
      ...(after !== undefined && { after }),
    });
    version ??= page.version;
    found.push(...page.resources.map(newest).filter((resource) => fields.filter(isOfSpec).every((field) => holds(resource, field))));
    after = page.resources.at(-1)?.urn;
    if (!page.more || (!total && found.length > offset + limit))
      return {
        resources: found.slice(offset, offset + limit),
        version,
        more: found.length > offset + limit,
        ...(total && { total: found.length }),
      };
  }
}

const holds = (resource: Resource, { path, op, value }: FieldRequirement): boolean => (textAt(resource, path) === value) === (op === 'is');

/** With the shape that it has now: whoever writes it back must not have it converted once more. */
function inNewestShape<Document extends Pick<Resource, 'spec' | 'shape'>>(document: Document, { shape, newest }: Registered): Document {
  return document.shape === undefined || document.shape === shape
    ? document
    : { ...document, spec: newest(document.spec, document.shape), shape };
}
