/** Lists: in pages as the client asks for them, and otherwise as a stream, so that a large one neither waits nor blocks. */
import type { Json, JsonObject } from '@ectropy/sdk';
import type { ListRequest } from '../../app/app.ts';
import { type Resource, type Version } from '../../core/resource.ts';
import { placeOf } from '../../core/selectable.ts';
import { type Answer, type Ask, deprecation, type KubeDeps, type Site } from './ask.ts';
import { splitImplied } from './implied-label.ts';
import { wantsLineage } from './lineage.ts';
import { framed, frameOf } from './list-frame.ts';
import type { WireView } from './view.ts';
import { type Negotiated, negotiate, offers } from './wire/accept.ts';
import { type ListOptions, readListOptions } from './wire/list-options.ts';
import { partialListOf, partialOf } from './wire/partial.ts';
import { OptionsQuery } from './wire/options-query.ts';
import { badRequest, Refused, versionTooLarge } from './wire/refused.ts';
import { readFieldSelector, readLabelSelector } from './wire/selectors.ts';
import { tableOf } from './wire/table.ts';

const PAGE = 500;

export type Filters = Pick<ListRequest, 'kind' | 'project' | 'labels' | 'fields' | 'shared'>;

/** What a collection's path and selectors ask for. */
export function filtersOf(
  { view, target }: Pick<Site, 'view' | 'target'>,
  options: { readonly labelSelector: string; readonly fieldSelector: string },
  { url }: Pick<Ask, 'url'>,
): Filters {
  const { labels, fields: implied } = splitImplied(readLabelSelector(options.labelSelector), view);
  const asked = readFieldSelector(options.fieldSelector, view.selectable).map(
    ({ field, op, value }) => ({ path: placeOf(field), op: op === '=' ? 'is' : 'isnt', value }) as const,
  );
  const fields = [...asked, ...implied];
  const query = new OptionsQuery(url);
  const shared = query.bool('shared') ?? false;
  query.check('ListOptions');
  return {
    kind: view.registered.kind.name,
    ...(target.namespace !== undefined && view.namespaced && { project: target.namespace }),
    ...(labels.length > 0 && { labels }),
    ...(fields.length > 0 && { fields }),
    ...(shared && target.namespace !== undefined && { shared: 'also' }),
  };
}

export async function list(site: Site, ask: Ask, deps: KubeDeps): Promise<Answer> {
  const options = readListOptions(ask.url);
  const negotiated = negotiate(ask.headers.accept, offers.resource);
  const pages = walk(filtersOf(site, options, ask), options, ask, deps);
  const first = await pages.next();
  if (first.done) throw new Error('a list without a page');
  const { version } = first.value;
  refuseOther(options, version);
  const show = (resource: Resource): JsonObject => site.view.show(resource, wantsLineage(ask));
  const { head, key, item } = shapeOf(site.view, negotiated, options, show, deps);
  let end = first.value;
  const objects = flattened(first.value, pages, item, (page) => (end = page));
  const chunks = framed(objects, frameOf(head, key, negotiated.format), () => metadataOf(end));
  const common = { contentType: negotiated.contentType };
  const warnings = deprecation(site.view);
  if (!first.value.last) return { stream: { ...common, chunks }, warnings };
  return { ...common, bytes: Buffer.from(await joined(chunks)), headers: { 'cache-control': 'no-cache, private' }, warnings };
}

async function joined(chunks: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const chunk of chunks) text += chunk;
  return text;
}

async function* flattened(
  first: PageOf,
  others: AsyncIterable<PageOf>,
  item: (resource: Resource) => Json,
  seen: (page: PageOf) => void,
): AsyncGenerator<Json> {
  for (const resource of first.resources) yield item(resource);
  for await (const page of others) {
    seen(page);
    for (const resource of page.resources) yield item(resource);
  }
}

interface PageOf {
  readonly resources: readonly Resource[];
  /** Of the whole list: what is watched from here misses nothing. */
  readonly version: Version;
  readonly resume?: string;
  readonly last: boolean;
}

/** A page that begins later tells the version of the first: whoever watches from there sees again what came between, and misses nothing. */
async function* walk(filters: Filters, options: ListOptions, ask: Ask, { app }: KubeDeps): AsyncGenerator<PageOf> {
  const { limit } = options;
  const resumed = options.continue === undefined ? undefined : readToken(options.continue);
  let version = resumed?.version;
  let cursor = resumed?.cursor;
  let left = limit ?? Number.POSITIVE_INFINITY;
  const caller = { ...ask.caller, signal: ask.signal() };
  for (;;) {
    const listing = await app.list({ ...filters, limit: Math.min(PAGE, left), ...(cursor !== undefined && { cursor }) }, caller);
    version ??= listing.version;
    left -= listing.resources.length;
    ({ cursor } = listing);
    const last = cursor === undefined || left <= 0;
    yield { resources: listing.resources, version, last, ...(cursor !== undefined && last && { resume: writeToken({ version, cursor }) }) };
    if (last) return;
  }
}

interface Token {
  readonly version: Version;
  readonly cursor: string;
}

const writeToken = ({ version, cursor }: Token): string => Buffer.from(`${version}.${cursor}`).toString('base64url');

function readToken(text: string): Token {
  const [version = '', cursor = ''] = Buffer.from(text, 'base64url').toString().split('.', 2);
  if (!/^\d{1,20}$/.test(version) || cursor === '') throw badRequest('continue key is not valid', 'start again without it');
  return { version: version as Version, cursor };
}

/** Only the newest state is kept: another one can neither be waited for nor be told any more. */
function refuseOther({ freshness }: ListOptions, version: Version): void {
  if (freshness.type !== 'notOlder' && freshness.type !== 'exact') return;
  if (BigInt(freshness.version) > BigInt(version)) throw versionTooLarge(freshness.version, version);
  if (freshness.type === 'exact' && freshness.version !== version)
    throw new Refused(
      { code: 'expired', message: `the provided resource version ${freshness.version} is too old`, hint: 'read the newest state' },
      {},
    );
}

const metadataOf = ({ version, resume }: Pick<PageOf, 'version' | 'resume'>): JsonObject => ({
  resourceVersion: version,
  ...(resume !== undefined && { continue: resume }),
});

/** The list without its items, and how each of them looks in it. */
function shapeOf(
  view: WireView,
  { as }: Negotiated,
  options: ListOptions,
  show: (resource: Resource) => JsonObject,
  deps: KubeDeps,
): { readonly head: JsonObject; readonly key: 'items' | 'rows'; readonly item: (resource: Resource) => Json } {
  const version = as?.version === 'v1beta1' ? 'v1beta1' : 'v1';
  if (as?.kind === 'Table') {
    const table = (objects: readonly JsonObject[]) =>
      tableOf(objects, {}, { columns: view.columns, now: deps.now(), include: options.includeObject, version });
    return {
      head: table([]) as unknown as JsonObject,
      key: 'rows',
      item: (resource) => table([show(resource)]).rows[0] as unknown as Json,
    };
  }
  if (as?.kind === 'PartialObjectMetadataList')
    return { head: partialListOf([], {}, version) as JsonObject, key: 'items', item: (resource) => partialOf(show(resource), version) };
  return { head: { kind: view.listKind, apiVersion: view.apiVersion }, key: 'items', item: show };
}
