/** From a request to the verb that serves it. */
import { type Answer, type Ask, type KubeDeps, type Site, siteOf } from './ask.ts';
import { create } from './create.ts';
import { remove, removeCollection } from './delete.ts';
import { events, isEvents } from './events.ts';
import { get } from './get.ts';
import { isKinds, readKinds } from './kinds.ts';
import { list } from './list.ts';
import { patch } from './patch.ts';
import { isPlans, plans } from './plans.ts';
import { isReview, review } from './reviews.ts';
import { importInto } from './import.ts';
import { subresource } from './subresources.ts';
import { update } from './update.ts';
import type { WireView } from './view.ts';
import { watch } from './watch.ts';
import { isWatch } from './wire/list-options.ts';
import { parsePath, type ResourceTarget, type Target, type Verb } from './wire/path.ts';
import { badRequest, methodNotAllowed, Refused } from './wire/refused.ts';

type Handler = (site: Site, ask: Ask, deps: KubeDeps) => Promise<Answer>;

const handlers = { get, list, watch, create, update, patch, delete: remove, deletecollection: removeCollection } as const satisfies Record<
  Verb,
  Handler
>;

const IMPORT = /\/import$/;

/** `POST …/import` stands below a collection; nothing else is posted to an object's place. */
export function targetOf(method: string, pathname: string): { readonly target: Target; readonly imports: boolean } | undefined {
  const imports = method === 'POST' && IMPORT.test(pathname);
  const target = parsePath(method, imports ? pathname.replace(IMPORT, '') : pathname);
  if (!target) return undefined;
  return { target, imports: imports && target.type === 'resource' };
}

export async function serve(
  target: ResourceTarget,
  imports: boolean,
  ask: Ask,
  deps: KubeDeps,
): Promise<{ readonly answer: () => Promise<Answer>; readonly site?: Site }> {
  if (isEvents(target)) return { answer: () => events(target, ask, deps) };
  if (isReview(target)) return { answer: async () => (target.verb === 'create' ? review(target, ask, deps) : refuse()) };
  if (isPlans(target, deps)) return { answer: () => plans(target, ask, deps) };
  if (isKinds(target, deps)) return { answer: () => readKinds(target, ask, deps) };
  const view = await viewOf(target, deps);
  if (!view)
    throw new Refused(
      {
        code: 'not_found',
        message: 'the server could not find the requested resource',
        hint: 'see `ectropy kinds` or `kubectl api-resources`',
      },
      {},
    );
  const site = siteOf(target, view);
  return { site, answer: () => dispatch(site, imports, ask, deps) };
}

async function viewOf({ group, version, resource }: ResourceTarget, { views, app }: KubeDeps): Promise<WireView | undefined> {
  const view = views.find(group, version, resource);
  return view || !(await app.lookUp(group, resource)) ? view : views.find(group, version, resource);
}

const refuse = (): never => {
  throw methodNotAllowed();
};

function dispatch(site: Site, imports: boolean, ask: Ask, deps: KubeDeps): Promise<Answer> {
  const { view, target } = site;
  if (view.namespaced ? target.namespace === undefined && needsProject(target) : target.namespace !== undefined)
    throw badRequest(view.namespaced ? 'an empty namespace may not be set during creation' : `${view.plural} belong to no namespace`);
  if (imports) return importInto(site, ask, deps);
  if (target.subresource !== undefined) return subresource(site, ask, deps);
  const verb = target.verb === 'list' && isWatch(ask.url) ? 'watch' : target.verb;
  return handlers[verb](site, ask, deps);
}

const needsProject = ({ verb, name }: ResourceTarget): boolean => name !== undefined || verb === 'create';
