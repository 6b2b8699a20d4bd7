/** Takes over what exists already: below the collection, since there is no resource yet. */
import { isObject, type Json, type JsonObject, type Path, type Problem, ProblemError, type Problems } from '@ectropy/sdk';
import type { AdoptRequest } from '../../app/app.ts';
import { throwAll } from '../../app/collect.ts';
import { summarise } from '../../core/plan.ts';
import type { Answer, Ask, KubeDeps, Site } from './ask.ts';
import { mutationOf } from './headers.ts';
import { planRefusal } from './plan-refusal.ts';
import { planOf } from './plan-view.ts';
import { bodyOf, dryRunOf } from './small-request.ts';
import { hubView } from './views.ts';
import { Refused } from './wire/refused.ts';

/** A rehearsal answers with a plan of one operation, and not with the resource: nothing else says what would be done. */
export async function importInto(site: Site, ask: Ask, deps: KubeDeps): Promise<Answer> {
  const { view, project } = site;
  const dryRun = dryRunOf(ask);
  try {
    const request = requestOf(bodyOf(ask), site, deps);
    const { resource, operation } = await deps.app.adopt(request, ask.caller, mutationOf(ask, dryRun));
    if (!dryRun) return { status: 201, body: view.show(resource) };
    const rehearsed = { id: '', createdAt: deps.now(), createdBy: ask.caller.actor, project, operations: [operation] };
    return { status: 201, body: planOf({ ...rehearsed, summary: summarise([operation]) }, project, deps, { dryRun }) };
  } catch (error) {
    throw error instanceof ProblemError && !(error instanceof Refused) ? planRefusal(inBody(error.problems), error) : error;
  }
}

interface Sent {
  readonly name: string;
  readonly reference: string;
  readonly spec?: JsonObject;
  readonly dependencies?: Json;
  readonly labels?: Json;
  readonly annotations?: Json;
}

function bodyProblems({ name, reference, spec, dependencies }: JsonObject): readonly Problem[] {
  return [
    ...Object.entries({ name, reference }).flatMap(([field, value]): Problem[] =>
      typeof value === 'string' ? [] : [{ code: 'invalid', path: [field], message: 'must be set', hint: 'send name and reference' }],
    ),
    ...(spec === undefined || isObject(spec) ? [] : [{ code: 'invalid', path: ['spec'], message: 'must be an object' } as const]),
    ...(isObject(spec) && spec.dependencies !== undefined && dependencies !== undefined ? [twice] : []),
  ];
}

/** Without a spec the versions of the kind do not matter: what was found is in the hub version. */
function requestOf(body: JsonObject, site: Site, deps: KubeDeps): AdoptRequest {
  throwAll(bodyProblems(body));
  const { name, reference, spec, dependencies, labels = {}, annotations = {} } = body as unknown as Sent;
  const { project } = site;
  const kind = site.view.registered.kind.name;
  const view = (spec === undefined ? hubView(deps.views, kind) : undefined) ?? site.view;
  const document = { metadata: { name, labels, annotations }, spec: { ...spec, ...(dependencies !== undefined && { dependencies }) } };
  const { spec: said, ...draft } = view.draft(spec ? view.defaulted(document) : document, project, undefined);
  return { kind, project, name, reference, draft: spec ? { ...draft, spec: said } : draft };
}

const twice: Problem = {
  code: 'invalid',
  path: ['dependencies'],
  message: 'must not be set where spec says what it depends on',
  hint: 'keep one of them',
};

/** Where things stand in the body, which is flatter than a document. */
const inBody = ([first, ...others]: Problems): Problems => [flattened(first), ...others.map(flattened)];

const flattened = (problem: Problem): Problem => (problem.path ? { ...problem, path: flat(problem.path) } : problem);

function flat(path: Path): Path {
  const [root, field] = path;
  return root === 'metadata' || (root === 'spec' && field === 'dependencies') ? path.slice(1) : path;
}
