/** What lies below one resource. Each is a small request of its own; plain JSON is enough. */
import { isObject, type JsonObject, ProblemError } from '@ectropy/sdk';
import type { Resource } from '../../core/resource.ts';
import { timeOf } from '../../hub/view/document.ts';
import type { Revision } from '../../store/port.ts';
import { begin } from '../http/first.ts';
import { type Answer, type Ask, type KubeDeps, ownApiVersion, type Site, urnOf } from './ask.ts';
import { artifact, artifacts } from './artifacts.ts';
import { getStatus } from './get.ts';
import { mutationOf } from './headers.ts';
import { bodyOf, dryRunOf } from './small-request.ts';
import { scale } from './scale.ts';
import { writeStatus } from './status-write.ts';
import { tree } from './tree.ts';
import { why } from './why.ts';
import { OptionsQuery } from './wire/options-query.ts';
import type { Verb } from './wire/path.ts';
import { badRequest, methodNotAllowed, Refused } from './wire/refused.ts';

type Handler = (site: Site, ask: Ask, deps: KubeDeps) => Promise<Answer>;
type Handlers = Readonly<Partial<Record<Verb, Handler>>>;

/** A use case that answers with the resource. */
const moved =
  (work: (site: Site, ask: Ask, deps: KubeDeps) => Promise<Resource>): Handler =>
  async (site, ask, deps) => ({ body: site.view.show(await work(site, ask, deps)) });

const act: Handler = async (site, ask, deps) => {
  const [action = ''] = site.target.rest;
  const { params = {} } = bodyOf(ask);
  if (!isObject(params)) throw new ProblemError({ code: 'invalid', path: ['params'], message: 'must be an object' });
  const { resource } = await deps.app.act({ urn: urnOf(site), action, params }, ask.caller, mutationOf(ask, dryRunOf(ask)));
  return { body: site.view.show(resource) };
};

const rollback: Handler = async (site, ask, deps) => {
  const { revision } = bodyOf(ask);
  if (typeof revision !== 'number' || !Number.isSafeInteger(revision))
    throw new ProblemError({
      code: 'invalid',
      path: ['revision'],
      message: 'must be the number of a revision',
      hint: 'see the revisions of the resource',
    });
  const { resource } = await deps.app.rollback(urnOf(site), revision, ask.caller, mutationOf(ask, dryRunOf(ask)));
  return { body: site.view.show(resource) };
};

const revisions: Handler = async (site, ask, deps) => {
  const query = new OptionsQuery(ask.url);
  const limit = query.whole('limit') ?? 100;
  const before = query.whole('before');
  query.check('ListOptions');
  const found = await deps.app.revisions(urnOf(site), ask.caller, {
    limit: Math.min(Math.max(1, limit), 500),
    ...(before !== undefined && { before }),
  });
  return { body: { kind: 'RevisionList', apiVersion: ownApiVersion(deps), items: found.map((revision) => revisionOf(revision, site)) } };
};

/** Shown as the resource would be shown if it were declared so: with its version, and without its secrets. */
function revisionOf(
  { number, generation, reason, createdAt, createdBy, ...declared }: Revision,
  { view, target, project }: Site,
): JsonObject {
  const blank = { name: target.name ?? '', project, conditions: [], createdAt, generation } as unknown as Resource;
  const { spec, metadata } = view.show({ ...blank, ...declared, state: { status: 'gone' } });
  const { labels, annotations } = metadata as JsonObject;
  return {
    revision: number,
    generation,
    reason,
    createdAt: timeOf(createdAt),
    createdBy,
    ...(labels !== undefined && { labels }),
    ...(annotations !== undefined && { annotations }),
    spec: spec ?? {},
  };
}

/** What a log says at once is waited for, so that a refusal has a status of its own. */
const FIRST_WITHIN_MS = 500;

const logs: Handler = async (site, ask, deps) => {
  const query = new OptionsQuery(ask.url);
  const tail = query.whole('tailLines');
  const filter = { ...(query.bool('follow') && { follow: 'true' }), ...(tail !== undefined && { tail_lines: String(tail) }) };
  query.check('LogOptions');
  const signal = ask.signal();
  const chunks = await deps.app.logs(urnOf(site), filter, ask.caller, { signal });
  const { all } = await begin(texts(chunks), FIRST_WITHIN_MS);
  return { stream: { contentType: 'text/plain; charset=utf-8', chunks: all, signal } };
};

async function* texts(chunks: AsyncIterable<{ readonly text: string }>): AsyncGenerator<string> {
  for await (const { text } of chunks) yield text;
}

const rename: Handler = async (site, ask, deps) => {
  const { to } = bodyOf(ask);
  if (typeof to !== 'string') throw new ProblemError({ code: 'invalid', path: ['to'], message: 'must be the new name' });
  if (dryRunOf(ask)) throw badRequest('a rename cannot be rehearsed', 'send the request without dryRun');
  return { body: site.view.show(await deps.app.rename(site.about.name, to, ask.caller)) };
};

const nudges = { retry: 'retry', cancel: 'cancel', pause: 'pause', resume: 'resume', drift: 'check' } as const;

const nudge = (verb: (typeof nudges)[keyof typeof nudges]): Handlers => ({
  create: moved((site, ask, deps) => deps.app[verb](urnOf(site), ask.caller, mutationOf(ask, dryRunOf(ask)))),
});

const handlers: Readonly<Record<string, Handlers>> = {
  status: { get: getStatus, update: writeStatus, patch: writeStatus },
  scale: { get: scale, update: scale, patch: scale },
  actions: { create: act },
  logs: { get: logs },
  revisions: { get: revisions },
  rollback: { create: rollback },
  ...Object.fromEntries(Object.entries(nudges).map(([name, verb]) => [name, nudge(verb)])),
  why: { get: why },
  tree: { get: tree },
  artifacts: { get: artifacts },
  rename: { create: rename },
};

export function subresource(site: Site, ask: Ask, deps: KubeDeps): Promise<Answer> {
  const { subresource: name = '', verb, rest } = site.target;
  if (name === 'artifacts' && rest.length > 0) return artifact(site, ask, deps);
  const known = Object.hasOwn(handlers, name) && (rest.length === 0 || name === 'actions') ? handlers[name] : undefined;
  if (!known) throw new Refused({ code: 'not_found', message: 'the server could not find the requested resource' }, {});
  const handler = known[verb];
  if (!handler) throw methodNotAllowed();
  return handler(site, ask, deps);
}
