/** Plans: many documents in, operations out, stored, and applied by name or refused as stale. */
import { isObject, type Json, type JsonObject, ProblemError } from '@ectropy/sdk';
import type { PlanRequest, SavedPlan } from '../../app/app.ts';
import { type Operation, order } from '../../core/plan.ts';
import { formatUrn, NO_PROJECT } from '../../core/urn.ts';
import { timeOf } from '../../hub/view/document.ts';
import type { Answer, Ask, KubeDeps } from './ask.ts';
import { mutationOf } from './headers.ts';
import { readDocument } from './read-document.ts';
import type { WireView } from './view.ts';
import { negotiate, offers } from './wire/accept.ts';
import { compileColumns } from './wire/columns.ts';
import { readListOptions } from './wire/list-options.ts';
import type { ResourceTarget } from './wire/path.ts';
import { badRequest, methodNotAllowed } from './wire/refused.ts';
import { tableOf } from './wire/table.ts';

export const isPlans = ({ group, version, resource }: ResourceTarget, { kinds }: KubeDeps): boolean =>
  resource === 'plans' && version === 'v1' && kinds.scheme.shortGroup(group) === 'core';

const columns = compileColumns([{ name: 'Plan', path: '.status.summary[0]', description: 'What would change.' }]);

export async function plans(target: ResourceTarget, ask: Ask, deps: KubeDeps): Promise<Answer> {
  const { name, subresource, verb } = target;
  if (name !== undefined && subresource === 'apply' && verb === 'create') return applyPlan(name, ask, deps);
  if (subresource !== undefined) throw methodNotAllowed();
  if (name !== undefined && verb === 'get') return { body: planOf(await deps.app.getPlan(name, ask.caller), target, deps) };
  if (name !== undefined && verb === 'delete') return dropPlan(name, ask, deps);
  if (verb === 'list') return listPlans(target, ask, deps);
  if (verb === 'create') return createPlan(target, ask, deps);
  throw methodNotAllowed();
}

async function dropPlan(name: string, ask: Ask, { app }: KubeDeps): Promise<Answer> {
  await app.dropPlan(name, ask.caller);
  return { body: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details: { name, kind: 'plans' } } };
}

async function listPlans(target: ResourceTarget, ask: Ask, deps: KubeDeps): Promise<Answer> {
  const { limit = 500, includeObject } = readListOptions(ask.url);
  const { as, contentType } = negotiate(ask.headers.accept, offers.resource);
  const found = await deps.app.plans(
    { ...(target.namespace !== undefined && { project: target.namespace }), limit: Math.min(limit, 500) },
    ask.caller,
  );
  const items = found.map((plan) => planOf(plan, target, deps));
  const metadata = { resourceVersion: await deps.app.version() };
  if (as?.kind === 'Table')
    return { body: tableOf(items, metadata, { columns, now: deps.now(), include: includeObject }) as unknown as JsonObject, contentType };
  return { body: { kind: 'PlanList', apiVersion: apiVersion(deps), metadata, items }, contentType };
}

const apiVersion = ({ kinds }: KubeDeps): string => `${kinds.scheme.groupOf({})}/v1`;

function planOf(
  { id, createdAt, createdBy, project, operations, summary }: SavedPlan,
  { namespace }: ResourceTarget,
  deps: KubeDeps,
): JsonObject {
  const sorted = [...operations].sort((a, b) => order.indexOf(a.type) - order.indexOf(b.type));
  return {
    apiVersion: apiVersion(deps),
    kind: 'Plan',
    metadata: {
      name: id,
      namespace: namespace ?? project,
      uid: id,
      creationTimestamp: timeOf(createdAt),
      ...(createdBy !== '' && { annotations: { [`${deps.kinds.scheme.suffix}/created-by`]: createdBy } }),
    },
    status: { counts: summary.counts, summary: summary.lines, operations: sorted.map(operationOf) },
  };
}

const operationOf = ({ type, urn, action, changes, steps }: Operation): JsonObject => ({
  type,
  urn,
  ...(action !== undefined && { action }),
  changes: changes as unknown as Json,
  steps,
});

async function createPlan(target: ResourceTarget, ask: Ask, deps: KubeDeps): Promise<Answer> {
  const { value } = readDocument(ask);
  if (!isObject(value)) throw badRequest('the body must be a plan', 'send {"spec": {"documents": [...], "remove": [...]}}');
  const spec = isObject(value.spec) ? value.spec : {};
  const applies = listAt(spec.documents, 'documents').map((document, i) => applyRequest(document, i, target, deps));
  const removes = listAt(spec.remove, 'remove').map((reference, i) => removeRequest(reference, i, target, deps));
  if (applies.length + removes.length === 0)
    throw new ProblemError({ code: 'invalid', path: ['spec'], message: 'must have documents or something to remove' });
  const plan = await deps.app.plan([...removes, ...applies], ask.caller, { project: target.namespace ?? NO_PROJECT });
  return { status: 201, body: planOf(plan, target, deps) };
}

function listAt(value: Json | undefined, field: string): readonly Json[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value as readonly Json[];
  throw new ProblemError({ code: 'invalid', path: ['spec', field], message: 'must be a list' });
}

function applyRequest(value: Json, i: number, target: ResourceTarget, deps: KubeDeps): PlanRequest {
  const path = ['spec', 'documents', i];
  if (!isObject(value)) throw new ProblemError({ code: 'invalid', path, message: 'must be a resource' });
  const view = viewOf(value, path, deps);
  const { name, project } = placeOf(isObject(value.metadata) ? value.metadata : {}, path, view, target);
  const kind = view.registered.kind.name;
  return {
    type: 'apply',
    edit: {
      kind,
      project,
      name,
      mode: 'apply',
      declare: (current) => view.draft(view.defaulted(view.prune(value).document), project, current),
    },
  };
}

function removeRequest(value: Json, i: number, target: ResourceTarget, deps: KubeDeps): PlanRequest {
  const path = ['spec', 'remove', i];
  if (!isObject(value)) throw new ProblemError({ code: 'invalid', path, message: 'must name a resource' });
  const view = viewOf(value, path, deps);
  const { name, project } = placeOf(isObject(value.metadata) ? value.metadata : value, path, view, target);
  return { type: 'remove', remove: { urn: formatUrn({ kind: view.registered.kind.name, project, name }) } };
}

function viewOf({ apiVersion: said, kind }: JsonObject, path: readonly (string | number)[], { views }: KubeDeps): WireView {
  const found = views.all().find((view) => view.kind === kind && typeof said === 'string' && view.accepts(said));
  if (found) return found;
  throw new ProblemError({
    code: 'invalid',
    path: [...path, 'kind'],
    message: `no kind ${JSON.stringify(kind ?? '')} in version ${JSON.stringify(said ?? '')} is served here`,
    hint: 'see kubectl api-resources',
  });
}

function placeOf(metadata: JsonObject, path: readonly (string | number)[], { namespaced }: WireView, { namespace: own }: ResourceTarget) {
  const { name, namespace = metadata.project ?? own } = metadata;
  const project = namespaced ? namespace : NO_PROJECT;
  if (typeof name !== 'string' || name === '')
    throw new ProblemError({ code: 'invalid', path: [...path, 'metadata', 'name'], message: 'must be set' });
  if (typeof project !== 'string')
    throw new ProblemError({ code: 'invalid', path: [...path, 'metadata', 'namespace'], message: 'must be set' });
  return { name, project };
}

async function applyPlan(name: string, ask: Ask, deps: KubeDeps): Promise<Answer> {
  const results = await deps.app.applyPlan(name, ask.caller, mutationOf(ask, false));
  const items = results.map(
    ({ resource }) =>
      deps.views
        .all()
        .find((view) => view.registered.kind.name === resource.kind && view.group !== '')
        ?.show(resource) ?? null,
  );
  return { body: { kind: 'List', apiVersion: 'v1', metadata: { resourceVersion: '' }, items } };
}
