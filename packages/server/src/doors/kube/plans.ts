/** Plans: many documents in, operations out, stored, and applied by name or refused as stale. */
import { type JsonObject, type Path, type Problem, ProblemError } from '@ectropy/sdk';
import type { PlanOptions, Result, SavedPlan } from '../../app/app.ts';
import { NO_PROJECT } from '../../core/urn.ts';
import { type Answer, type Ask, type KubeDeps, ownApiVersion } from './ask.ts';
import { mutationOf } from './headers.ts';
import { inPlan, isOfDocuments, planRefusal } from './plan-refusal.ts';
import { type Asked, readPlan } from './plan-request.ts';
import { planOf } from './plan-view.ts';
import { readDocument } from './read-document.ts';
import { dryRunOf } from './small-request.ts';
import { hubView } from './views.ts';
import { negotiate, offers } from './wire/accept.ts';
import { compileColumns } from './wire/columns.ts';
import { readDeleteOptions } from './wire/delete-options.ts';
import { readListOptions } from './wire/list-options.ts';
import type { ResourceTarget } from './wire/path.ts';
import { methodNotAllowed } from './wire/refused.ts';
import { fieldWarnings } from './wire/strict.ts';
import { tableOf } from './wire/table.ts';
import { readWriteOptions } from './wire/write-options.ts';

export const isPlans = ({ group, version, resource }: ResourceTarget, { kinds }: KubeDeps): boolean =>
  resource === 'plans' && version === 'v1' && kinds.scheme.shortGroup(group) === 'core';

const columns = compileColumns([{ name: 'Plan', path: '.status.summary[0]', description: 'What would change.' }]);

export async function plans(target: ResourceTarget, ask: Ask, deps: KubeDeps): Promise<Answer> {
  const { name, subresource, verb } = target;
  if (name !== undefined && subresource === 'apply' && verb === 'create') return applyPlan(name, ask, deps);
  if (subresource !== undefined) throw methodNotAllowed();
  if (name !== undefined && verb === 'get') return { body: planOf(await deps.app.getPlan(name, ask.caller), target.namespace, deps) };
  if (name !== undefined && verb === 'delete') return dropPlan(name, ask, deps);
  if (verb === 'list') return listPlans(target, ask, deps);
  if (verb === 'create') return createPlan(target, ask, deps);
  throw methodNotAllowed();
}

async function dropPlan(name: string, ask: Ask, { app }: KubeDeps): Promise<Answer> {
  const { dryRun } = readDeleteOptions(ask.url, readDocument(ask).value);
  await (dryRun ? app.getPlan(name, ask.caller) : app.dropPlan(name, ask.caller));
  return { body: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details: { name, kind: 'plans' } } };
}

async function listPlans(target: ResourceTarget, ask: Ask, deps: KubeDeps): Promise<Answer> {
  const { limit = 500, includeObject } = readListOptions(ask.url);
  const { as, contentType } = negotiate(ask.headers.accept, offers.resource);
  const found = await deps.app.plans(
    { ...(target.namespace !== undefined && { project: target.namespace }), limit: Math.min(limit, 500) },
    ask.caller,
  );
  const items = found.map((plan) => planOf(plan, target.namespace, deps));
  const metadata = { resourceVersion: await deps.app.version() };
  if (as?.kind === 'Table')
    return { body: tableOf(items, metadata, { columns, now: deps.now(), include: includeObject }) as unknown as JsonObject, contentType };
  return { body: { kind: 'PlanList', apiVersion: ownApiVersion(deps), metadata, items }, contentType };
}

async function createPlan(target: ResourceTarget, ask: Ask, deps: KubeDeps): Promise<Answer> {
  const { dryRun, fieldValidation } = readWriteOptions(ask.url, 'create');
  const { asked, problems } = readPlan(readDocument(ask).value, target.namespace, deps);
  const unknown = asked.flatMap((one) => one.unknown.map((path): Path => [...one.path, ...path]));
  const strict = fieldValidation === 'Strict' ? unknown.map(unknownField) : [];
  const plan = await planned(asked, [...problems, ...strict], { project: target.namespace ?? NO_PROJECT, dryRun }, ask, deps);
  const warnings = fieldValidation === 'Warn' ? fieldWarnings({ unknown, duplicate: [] }) : [];
  return { status: 201, body: planOf(plan, target.namespace, deps, { dryRun }), warnings };
}

const unknownField = (path: Path): Problem => ({ code: 'invalid', path, message: 'is not a known field', hint: 'remove it' });

/** Where something cannot be read, the rest is admitted all the same: every problem is told at once. */
async function planned(
  asked: readonly Asked[],
  [first, ...others]: readonly Problem[],
  options: PlanOptions,
  { caller }: Ask,
  { app }: KubeDeps,
): Promise<SavedPlan> {
  try {
    const requests = asked.map(({ request }) => request);
    const plan = await app.plan(requests, caller, { ...options, dryRun: first !== undefined || options.dryRun === true });
    if (!first) return plan;
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const found = inPlan(error.problems, asked);
    if (!first || !isOfDocuments(found)) throw planRefusal(found, error);
    others.push(...found.filter(isSure));
  }
  throw planRefusal([first, ...others]);
}

/** What a resource depends on may be declared by a document that could not be read. */
const isSure = ({ path }: Problem): boolean => !path?.includes('dependencies');

/** A watch from the version in the answer tells all that comes of the plan. */
async function applyPlan(name: string, ask: Ask, deps: KubeDeps): Promise<Answer> {
  const before = await deps.app.version();
  const results = await deps.app.applyPlan(name, ask.caller, mutationOf(ask, dryRunOf(ask)));
  const resourceVersion = results.some(isRemembered) ? newest(results) : before;
  const items = results.flatMap(({ resource }) => hubView(deps.views, resource.kind)?.show(resource) ?? []);
  return { body: { kind: 'List', apiVersion: 'v1', metadata: { resourceVersion }, items } };
}

/** What was answered before happened before: since then much may have come of it. */
const isRemembered = ({ operation }: Result): boolean => operation.type === 'noop' && operation.base === null;

const newest = (results: readonly Result[]): string =>
  results
    .map(({ resource }) => BigInt(resource.version))
    .reduce((a, b) => (a > b ? a : b), 0n)
    .toString();
