/** The query of get, list and watch. */
import { OptionsQuery } from './options-query.ts';
import { type IncludeObject, readIncludeObject } from './table.ts';
import { badRequest } from './refused.ts';

/** Which state of the store an answer must show. */
export type Freshness =
  | { readonly type: 'latest' }
  | { readonly type: 'any' }
  | { readonly type: 'notOlder'; readonly version: string }
  | { readonly type: 'exact'; readonly version: string };

export interface ListOptions {
  readonly limit?: number;
  readonly continue?: string;
  readonly freshness: Freshness;
  readonly labelSelector: string;
  readonly fieldSelector: string;
  readonly includeObject: IncludeObject;
  readonly timeoutSeconds?: number;
}

/** Where a watch begins: `now` tells what is there first, `version` only what comes after it. */
export interface WatchOptions {
  readonly since: { readonly type: 'now' } | { readonly type: 'version'; readonly version: string };
  /** The state first as events, then a bookmark that says so; at least as new as the version, if there is one. */
  readonly initialEvents?: { readonly notOlder?: string };
  readonly bookmarks: boolean;
  readonly timeoutSeconds?: number;
  readonly labelSelector: string;
  readonly fieldSelector: string;
  readonly includeObject: IncludeObject;
}

export const isWatch = (url: string): boolean => new OptionsQuery(url).bool('watch') ?? false;

export function readGetOptions(url: string): { readonly freshness: Freshness; readonly includeObject: IncludeObject } {
  const query = new OptionsQuery(url);
  const version = readVersion(query);
  query.check('GetOptions');
  return { freshness: freshnessOf(version, undefined), includeObject: readIncludeObject(query.text('includeObject')) };
}

const matches = ['Exact', 'NotOlderThan'] as const;

export function readListOptions(url: string): ListOptions {
  const query = new OptionsQuery(url);
  const version = readVersion(query);
  const match = query.choice('resourceVersionMatch', matches);
  const token = query.text('continue');
  if (query.bool('sendInitialEvents') !== undefined)
    query.invalid('sendInitialEvents', 'Forbidden: sendInitialEvents is forbidden for list');
  for (const reason of matchProblems(match, version, token)) query.invalid('resourceVersionMatch', `Forbidden: ${reason}`);
  const common = { ...selection(query), ...positive(query, 'limit'), ...positive(query, 'timeoutSeconds') };
  query.check('ListOptions');
  if (token !== undefined && version !== undefined && version !== '0')
    throw badRequest('specifying resource version is not allowed when using continue');
  const includeObject = readIncludeObject(query.text('includeObject'));
  return { ...common, includeObject, freshness: freshnessOf(version, match), ...(token !== undefined && { continue: token }) };
}

type Match = (typeof matches)[number] | undefined;

function matchProblems(match: Match, version: string | undefined, token: string | undefined): readonly string[] {
  if (match === undefined) return [];
  return [
    ...(token === undefined ? [] : ['resourceVersionMatch is forbidden when continue is provided']),
    ...(version === undefined ? ['resourceVersionMatch is forbidden unless resourceVersion is provided'] : []),
    ...(match === 'Exact' && version === '0' ? ['resourceVersionMatch "exact" is forbidden for resourceVersion "0"'] : []),
  ];
}

export function readWatchOptions(url: string): WatchOptions {
  const query = new OptionsQuery(url);
  const version = readVersion(query);
  const initial = query.bool('sendInitialEvents');
  const bookmarks = query.bool('allowWatchBookmarks') ?? false;
  checkInitial(query, query.choice('resourceVersionMatch', matches), initial, bookmarks);
  const common = { ...selection(query), ...positive(query, 'timeoutSeconds'), bookmarks };
  query.check('ListOptions');
  const includeObject = readIncludeObject(query.text('includeObject'));
  const at = version === undefined || version === '0' ? undefined : version;
  const since = at === undefined ? ({ type: 'now' } as const) : ({ type: 'version', version: at } as const);
  return { ...common, includeObject, since, ...(initial === true && { initialEvents: at === undefined ? {} : { notOlder: at } }) };
}

function checkInitial(query: OptionsQuery, match: Match, initial: boolean | undefined, bookmarks: boolean): void {
  if (initial === undefined) {
    if (match !== undefined)
      query.invalid('resourceVersionMatch', 'Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided');
    return;
  }
  if (match !== 'NotOlderThan')
    query.invalid('resourceVersionMatch', 'Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan');
  if (initial && !bookmarks)
    query.invalid('allowWatchBookmarks', 'Forbidden: sendInitialEvents requires setting allowWatchBookmarks to true');
}

const freshnessOf = (version: string | undefined, match: Match): Freshness => {
  if (version === undefined) return { type: 'latest' };
  if (match === 'Exact') return { type: 'exact', version };
  return version === '0' ? { type: 'any' } : { type: 'notOlder', version };
};

/** Decimal, of at most 64 bits; leading zeros are dropped, so that texts can be compared. */
function readVersion(query: OptionsQuery): string | undefined {
  const text = query.text('resourceVersion');
  if (text === undefined) return undefined;
  if (/^\d{1,20}$/.test(text) && BigInt(text) < 2n ** 64n) return BigInt(text).toString();
  query.unreadable('resourceVersion', `Invalid value: ${JSON.stringify(text.slice(0, 60))}: must be a decimal number`);
  return undefined;
}

const selection = (query: OptionsQuery) => ({
  labelSelector: query.text('labelSelector') ?? '',
  fieldSelector: query.text('fieldSelector') ?? '',
});

/** A number below 1 is none. */
function positive<N extends 'limit' | 'timeoutSeconds'>(query: OptionsQuery, name: N): { readonly [P in N]?: number } {
  const value = query.whole(name);
  return (value !== undefined && value > 0 ? { [name]: value } : {}) as { readonly [P in N]?: number };
}
