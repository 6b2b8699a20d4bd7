/** What the whole run stands on stays: its projects and its kinds may be shot at, but only for show. */
import type { Request } from './request.ts';

export const projects = ['fuzz-a', 'fuzz-b'];
const standing = [...projects, 'things.fuzz', 'gizmos.fuzz.example.com'];

const containers = 'namespaces|projects|kinddefinitions|customresourcedefinitions';
const ONE = new RegExp(`/(?:${containers})/(?:${standing.join('|').replaceAll('.', '\\.')})(?:/(?:rename|rollback|status|finalize))?/?$`);
const ALL = new RegExp(`/(?:${containers})/?$`);

/** Of the older door: what belongs to no project is a project or a definition. */
export const isStanding = (urn: string): boolean => /:_:/.test(urn);

/** A change of them becomes a rehearsal; what cannot be rehearsed is only looked at. */
export function spared(request: Request): Request {
  const [path = '', query] = request.path.split(/\?(.*)/s);
  const touches = ONE.test(path) || (request.method === 'DELETE' && ALL.test(path));
  if (!touches || ['GET', 'HEAD'].includes(request.method)) return request;
  if (path.endsWith('/rename')) return { ...request, method: 'GET' };
  return { ...request, path: `${path}?dryRun=All${query === undefined ? '' : `&${query}`}` };
}
