/** What a request is aimed at, by its method and path alone. */
import { unstorable } from '../../http/json.ts';
import { badRequest, methodNotAllowed } from './refused.ts';

export type Verb = 'get' | 'list' | 'watch' | 'create' | 'update' | 'patch' | 'delete' | 'deletecollection';

/** An object, a collection, or what lies below one of them. */
export interface ResourceTarget {
  readonly type: 'resource';
  /** What the path and the method ask for; `?watch=true` makes a watch of `list`. */
  readonly verb: Verb;
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly namespace?: string;
  readonly resource: string;
  readonly name?: string;
  readonly subresource?: string;
  /** What follows the subresource: `['restart']` of `actions/restart`. */
  readonly rest: readonly string[];
}

export type Target =
  | { readonly type: 'versions' }
  | { readonly type: 'groups' }
  | { readonly type: 'group'; readonly group: string }
  | { readonly type: 'resources'; readonly group: string; readonly version: string }
  | ResourceTarget;

/** `undefined`: not a path of this API. `pathname` is without a query, and still percent-encoded. */
export function parsePath(method: string, pathname: string): Target | undefined {
  const encoded = pathname.replace(/^\//, '').replace(/\/$/, '').split('/');
  if (encoded.includes('') || (encoded[0] !== 'api' && encoded[0] !== 'apis')) return undefined;
  const [root, ...parts] = encoded.map(decode);
  const discovery = root === 'api' ? coreDiscovery(parts) : groupDiscovery(parts);
  if (discovery) {
    if (!isRead(method)) throw methodNotAllowed();
    return discovery;
  }
  if (root === 'api') return locate(method, '', parts[0] ?? '', parts.slice(1));
  return locate(method, parts[0] ?? '', parts[1] ?? '', parts.slice(2));
}

function coreDiscovery(parts: readonly string[]): Target | undefined {
  const [version, more] = parts;
  if (version === undefined) return { type: 'versions' };
  return more === undefined ? { type: 'resources', group: '', version } : undefined;
}

function groupDiscovery(parts: readonly string[]): Target | undefined {
  const [group, version, more] = parts;
  if (group === undefined) return { type: 'groups' };
  if (version === undefined) return { type: 'group', group };
  return more === undefined ? { type: 'resources', group, version } : undefined;
}

/** Below a namespace these are parts of the namespace itself, and no collections. */
const ofNamespace = new Set(['status', 'finalize']);

function locate(method: string, group: string, version: string, parts: readonly string[]): ResourceTarget {
  const legacyWatch = parts[0] === 'watch' && parts.length > 1;
  const own = legacyWatch ? parts.slice(1) : parts;
  const [first, namespace, third, ...others] = own;
  const isNamespaced = first === 'namespaces' && namespace !== undefined && third !== undefined && !ofNamespace.has(third);
  const [resource = '', name, subresource, ...rest] = isNamespaced ? [third, ...others] : own;
  for (const segment of [resource, name, subresource, isNamespaced ? namespace : undefined])
    if (segment?.includes('/')) throw slash(segment);
  return {
    type: 'resource',
    verb: legacyWatch ? watchVerb(method) : verbOf(method, name, subresource),
    group,
    version,
    ...(isNamespaced && { namespace }),
    resource,
    ...(name !== undefined && { name }),
    ...(subresource !== undefined && { subresource }),
    rest,
  };
}

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

function watchVerb(method: string): Verb {
  if (!isRead(method)) throw methodNotAllowed();
  return 'watch';
}

/** A collection cannot be updated, and an object cannot be created below itself. */
const verbs: Readonly<Record<string, { readonly collection?: Verb; readonly object?: Verb; readonly below?: Verb }>> = {
  GET: { collection: 'list', object: 'get', below: 'get' },
  HEAD: { collection: 'list', object: 'get', below: 'get' },
  POST: { collection: 'create', below: 'create' },
  PUT: { object: 'update', below: 'update' },
  PATCH: { object: 'patch', below: 'patch' },
  DELETE: { collection: 'deletecollection', object: 'delete', below: 'delete' },
};

function verbOf(method: string, name: string | undefined, subresource: string | undefined): Verb {
  const known = Object.hasOwn(verbs, method) ? verbs[method] : undefined;
  const verb = name === undefined ? known?.collection : subresource === undefined ? known?.object : known?.below;
  if (!verb) throw methodNotAllowed();
  return verb;
}

function decode(segment: string): string {
  const text = decoded(segment);
  if (text === undefined || unstorable(text))
    throw badRequest(`the path cannot be decoded at ${JSON.stringify(segment.slice(0, 60))}`, 'percent-encode it as UTF-8, without U+0000');
  if (text === '.' || text === '..') throw badRequest(`a part of the path must not be ${JSON.stringify(text)}`);
  return text;
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

const slash = (segment: string) => badRequest(`${JSON.stringify(segment.slice(0, 60))} may not contain "/"`);
