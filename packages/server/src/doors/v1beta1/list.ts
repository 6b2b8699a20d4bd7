/** GET /resources. Without a page size it answers everything, read page by page and written as it is read. */
import type { App, Caller, ListRequest, Listing } from '../../app/app.ts';
import { type Requirement, parseSelector } from '../../core/labels.ts';
import type { Status } from '../../core/state.ts';
import type { Faults } from '../http/faults.ts';
import type { Query } from '../http/query.ts';
import type { Verb } from './ask.ts';
import { kindOf } from './common.ts';
import { readCaller } from './headers.ts';
import { atWirePaths } from './problem.ts';
import { resourceToWire, statuses } from './to-wire.ts';

/** The most that the store hands out at once. */
const PAGE = 1000;

export const list: Verb = async (ask, { app }) => {
  const caller = readCaller(ask, 'optional');
  const filter = readFilter(ask.query, ask.faults);
  const window = readWindow(ask.query, ask.faults);
  const withConfigs = ask.query.bool('with_spec_configs');
  ask.faults.check();

  const { size, ...start } = window;
  const request = { ...filter, ...start, limit: Math.min(size, PAGE), total: true };
  const first = await atWirePaths({ cursor: ['page_token'] }, () => app.list(request, caller));
  const pages = remaining(app, filter, caller, first, size);
  const show = ({ resources }: Listing) =>
    resources.map((resource) => resourceToWire(resource, kindOf(app, resource.kind), { withConfigs }));
  if (first.cursor !== undefined && size > PAGE)
    return { contentType: 'application/json; charset=utf-8', chunks: written(first, pages, show) };
  return { json: { resources: show(first), count: first.total ?? first.resources.length, ...nextToken(first.cursor) } };
};

const nextToken = (cursor: string | undefined) => (cursor === undefined ? {} : { next_page_token: cursor });

/** The pages after the first, until there is no more or `size` is reached. */
async function* remaining(app: App, filter: ListRequest, caller: Caller, first: Listing, size: number): AsyncGenerator<Listing> {
  let left = size - first.resources.length;
  for (let { cursor } = first; cursor !== undefined && left > 0;) {
    const page = await app.list({ ...filter, cursor, limit: Math.min(left, PAGE) }, caller);
    yield page;
    left -= page.resources.length;
    cursor = page.cursor;
  }
}

async function* written(first: Listing, pages: AsyncIterable<Listing>, show: (page: Listing) => readonly object[]): AsyncGenerator<string> {
  const items = (page: Listing): string =>
    show(page)
      .map((item) => JSON.stringify(item))
      .join(',');
  let { cursor } = first;
  yield `{"resources":[${items(first)}`;
  for await (const page of pages) {
    cursor = page.cursor;
    if (page.resources.length > 0) yield `,${items(page)}`;
  }
  yield `],"count":${first.total ?? 0}${cursor === undefined ? '' : `,"next_page_token":${JSON.stringify(cursor)}`}}`;
}

/** Which resources; the watch takes the same filter. */
export function readFilter(query: Query, faults: Faults): Pick<ListRequest, 'kind' | 'project' | 'labels' | 'statuses'> {
  const kind = query.text('kind');
  const project = query.text('project');
  const labels = readRequirements(query, faults);
  const wanted = readStatuses(query, faults);
  return {
    ...(kind !== undefined && { kind }),
    ...(project !== undefined && { project }),
    ...(labels.length > 0 && { labels }),
    ...(wanted.length > 0 && { statuses: wanted }),
  };
}

function readRequirements(query: Query, faults: Faults): readonly Requirement[] {
  const equal = Object.entries(query.words('labels')).map(([key, value]): Requirement => ({ key, op: 'in', values: [value] }));
  return [...equal, ...faults.attempt(() => parseSelector(query.text('label_selector') ?? ''), [])];
}

function readStatuses(query: Query, faults: Faults): readonly Status[] {
  const known = Object.entries(statuses) as [Status, string][];
  return query.list('status').flatMap((text) => {
    const status = known.find(([, wire]) => wire === text)?.[0];
    if (!status)
      faults.add(['status'], `${JSON.stringify(text.slice(0, 60))} is not a status`, `use ${Object.values(statuses).join(', ')}`);
    return status ?? [];
  });
}

/** Numbers below 1 mean the default, as in the ancestor: every resource, and the first page. Only pages with a size can be counted. */
function readWindow(query: Query, faults: Faults): { readonly size: number; readonly offset?: number; readonly cursor?: string } {
  const given = query.int32('page_size') ?? 0;
  const size = given < 1 ? Number.POSITIVE_INFINITY : given;
  const number = Math.max(1, query.int32('page_num') ?? 1);
  const cursor = query.text('page_token');
  if (cursor !== undefined && number > 1) faults.add(['page_num'], 'cannot be used together with page_token', 'use one of them');
  if (cursor !== undefined) return { size, cursor };
  return number > 1 && given > 0 ? { size, offset: Math.min((number - 1) * size, Number.MAX_SAFE_INTEGER) } : { size };
}
