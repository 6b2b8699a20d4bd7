/** Puts together what serves the kinds that other services hold: projects, fences, cache, notifications. */
import type { Locator, Log, Served } from '@ectropy/sdk';
import { type Access, openAccess } from '../hub/access/access.ts';
import { openRedis } from '../hub/access/cache/redis.ts';
import type { Tracer } from '../hub/access/trace.ts';
import type { Deps } from './deps.ts';
import { reflectNews, tapped } from './mirror.ts';
import { followProjects } from './projects.ts';
import { accessorsBehind } from './through.ts';

export interface AccessSettings {
  /** A cache server that several replicas share. */
  readonly cacheUrl: string | undefined;
  readonly formerSuffixes: readonly string[];
  readonly build: string;
  readonly trace: Tracer;
  readonly log: Log;
}

/** What a service tells of is forgotten by the cache first, and then looked at, so that whoever watches sees it. */
export async function openAccessors(
  served: readonly Served[],
  { cacheUrl, formerSuffixes, build, trace, log }: AccessSettings,
  deps: Deps,
  opened: AsyncDisposableStack,
): Promise<Access> {
  const { store, kinds } = deps;
  const followed = await followProjects(deps, (error) => log.warn('could not follow the projects', { error: String(error) }));
  opened.defer(() => followed.ended);
  const shared =
    cacheUrl === undefined
      ? undefined
      : await openRedis({
          url: cacheUrl,
          now: Date.now,
          onTrouble: (error) => log.debug('the cache server could not help', { error: String(error) }),
        });
  if (shared) opened.defer(() => shared.close());
  let access: Access | undefined;
  const heard = (kind: string, at: Locator | undefined): void => {
    for (const [name, accessor] of accessorsBehind(kind, { kinds, ...(access && { access }) }))
      void reflectNews(name, at, followed.projects, accessor, deps).catch(() => undefined);
  };
  access = opened.use(
    openAccess({
      served: served.map((each) => tapped(each, heard)),
      projects: followed.projects,
      fences: { read: (names) => store.fences(names), raise: (names) => store.raiseFences(names) },
      trace,
      suffix: kinds.scheme.suffix,
      formerSuffixes,
      build,
      now: Date.now,
      visibility: () => '',
      ...(shared && { cache: { shared } }),
      onTrouble: (kind, error) => log.debug('the notifications of a service broke off', { kind, error: String(error) }),
    }),
  );
  return access;
}
