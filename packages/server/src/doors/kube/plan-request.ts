/** From the body of a plan to what it asks for. What cannot be read is told with its place, everything at once. */
import { isObject, type Json, type JsonObject, type Path, type Problem, ProblemError } from '@ectropy/sdk';
import type { Draft, Edit, PlanRequest } from '../../app/app.ts';
import { MAX_REQUESTS } from '../../app/prepare.ts';
import { stillPaused } from '../../core/resource.ts';
import { formatUrn, type Identity, identityProblems, NO_PROJECT, type Urn } from '../../core/urn.ts';
import { type KubeDeps, storedName } from './ask.ts';
import type { Place } from './plan-refusal.ts';
import { type Around, definedBeside, unknownKinds } from './unknown-kind.ts';
import type { WireView } from './view.ts';
import { fieldOf } from './wire/field.ts';
import { badRequest } from './wire/refused.ts';
import { refuseLarge } from './write.ts';

export interface Asked extends Place {
  readonly request: PlanRequest;
  readonly urn: Urn;
  /** Fields that the kind does not know. */
  readonly unknown: readonly Path[];
}

export interface ReadPlan {
  readonly asked: readonly Asked[];
  readonly problems: readonly Problem[];
}

type Read = (value: JsonObject, path: Path) => Asked;

/** `own`: the project of those that name none. */
export function readPlan(body: Json | undefined, own: string | undefined, deps: KubeDeps): ReadPlan {
  if (!isObject(body)) throw badRequest('the body must be a plan', 'send {"spec": {"documents": [...], "remove": [...]}}');
  const spec = isObject(body.spec) ? body.spec : {};
  const problems: Problem[] = [];
  const documents = listAt(spec.documents, ['spec', 'documents'], problems);
  const removals = listAt(spec.remove, ['spec', 'remove'], problems);
  refuseNumber(documents.length + removals.length, problems);
  const find = finder(documents, deps);
  const asked = [
    ...readAll(removals, ['spec', 'remove'], (value, path) => removal(value, path, find(value, path), own), problems),
    ...readAll(documents, ['spec', 'documents'], (value, path) => application(value, path, find(value, path), own), problems),
  ];
  const first = new Map(asked.toReversed().map((one) => [one.urn, one]));
  const repeated = asked.filter((one) => first.get(one.urn) !== one);
  return {
    asked: asked.filter((one) => first.get(one.urn) === one),
    problems: [...problems, ...repeated.map((one) => repetition(one, first.get(one.urn) ?? one))],
  };
}

function listAt(value: Json | undefined, path: Path, problems: Problem[]): readonly Json[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value as readonly Json[];
  problems.push({ code: 'invalid', path, message: 'must be a list' });
  return [];
}

/** Before anything that takes its time. */
function refuseNumber(count: number, problems: Problem[]): void {
  if (count === 0 && problems.length === 0)
    problems.push({ code: 'invalid', path: ['spec'], message: 'must have documents or something to remove' });
  if (count > MAX_REQUESTS)
    throw new ProblemError({
      code: 'too_large',
      message: `at most ${MAX_REQUESTS} resources can be changed at once (got ${count})`,
      hint: 'send them in several requests',
    });
}

function readAll(values: readonly Json[], at: Path, read: Read, problems: Problem[]): readonly Asked[] {
  return values.flatMap((value, i): Asked[] => {
    const path = [...at, i];
    try {
      if (isObject(value)) return [read(value, path)];
      problems.push({
        code: 'invalid',
        path,
        message: 'must be an object',
        hint: 'give a resource with apiVersion, kind and metadata.name',
      });
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      problems.push(...error.problems.map((problem) => (problem.path ? problem : { ...problem, path })));
    }
    return [];
  });
}

function finder(documents: readonly Json[], deps: KubeDeps): (value: JsonObject, path: Path) => WireView {
  const defined = definedBeside(documents, (i) => ['spec', 'documents', i], deps);
  const tell = unknownKinds(deps);
  const views = deps.views.all();
  return (value, path) => {
    const { apiVersion, kind } = value;
    const found = views.find((view) => view.kind === kind && typeof apiVersion === 'string' && view.accepts(apiVersion));
    if (found) return found;
    throw problemOf(tell(value, { path, defined } satisfies Around));
  };
}

function problemOf([first, ...others]: readonly Problem[]): Error {
  return first ? new ProblemError([first, ...others]) : new Error('refused without a problem');
}

function application(value: JsonObject, path: Path, view: WireView, own: string | undefined): Asked {
  const metadata = isObject(value.metadata) ? value.metadata : {};
  const identity = placeIn(metadata, [...path, 'metadata'], view, own);
  refuseLarge(value);
  const { document, unknown } = view.prune(value);
  const declare: Edit['declare'] = (current) => {
    const draft = asSaid(view.draft(view.defaulted(document), identity.project, current), metadata);
    return { ...draft, annotations: stillPaused(draft.annotations, current) };
  };
  const request = { type: 'apply', edit: { ...identity, mode: 'apply', declare } } as const;
  return { type: 'apply', path, unknown, urn: formatUrn(identity), request };
}

/** Finalizers and owners are set by others too: a document that does not mention them leaves them as they are. */
function asSaid({ finalizers = [], owners = [], ...draft }: Draft, { finalizers: held, ownerReferences: owned }: JsonObject): Draft {
  return { ...draft, ...(held !== undefined && { finalizers }), ...(owned !== undefined && { owners }) };
}

function removal(value: JsonObject, path: Path, view: WireView, own: string | undefined): Asked {
  const whole = isObject(value.metadata) ? { said: value.metadata, at: [...path, 'metadata'] } : { said: value, at: path };
  const urn = formatUrn(placeIn(whole.said, whole.at, view, own));
  return { type: 'remove', path, unknown: [], urn, request: { type: 'remove', remove: { urn } } };
}

/** What a document says about its project comes before what the plan says. */
function placeIn(said: JsonObject, at: Path, view: WireView, own: string | undefined): Identity {
  const { name } = said;
  const project = view.namespaced ? said.namespace || said.project || own : NO_PROJECT;
  const problems = [...textProblems(name, [...at, 'name']), ...textProblems(project, [...at, 'namespace'])];
  if (problems.length > 0 || typeof name !== 'string' || typeof project !== 'string') throw problemOf(problems);
  const identity = { kind: view.registered.kind.name, project, name: storedName(view, name) };
  const wrong = identityProblems(identity).map((problem) => ({
    ...problem,
    path: [...at, problem.path?.[0] === 'name' ? 'name' : 'namespace'],
  }));
  if (wrong.length > 0) throw problemOf(wrong);
  return identity;
}

const textProblems = (value: Json | undefined, path: Path): readonly Problem[] =>
  typeof value === 'string' && value !== ''
    ? []
    : [{ code: 'invalid', path, message: value === undefined || value === '' ? 'must be set' : 'must be a string' }];

const repetition = ({ path }: Asked, earlier: Asked): Problem => ({
  code: 'invalid',
  path,
  message: `stands there more than once: ${fieldOf(earlier.path)} ${earlier.type === 'remove' ? 'removes' : 'declares'} the same resource`,
  hint: 'keep one of them',
});
