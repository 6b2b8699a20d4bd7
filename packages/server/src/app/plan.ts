import { type Json, type ProblemCode, ProblemError } from '@ectropy/sdk';
import { same } from '../core/diff.ts';
import { type Operation, summarise } from '../core/plan.ts';
import { NO_PROJECT, parseUrn } from '../core/urn.ts';
import type { Caller, Draft, Edit, MutateOptions, PlanOptions, PlanRequest, Result, SavedPlan } from './app.ts';
import { demand } from './authorise.ts';
import { commitChange } from './commit.ts';
import type { Deps } from './deps.ts';
import { prepare } from './prepare.ts';
import { identityOf, type Request } from './request.ts';

/** As it is stored: the plan, and what it was asked to do, with every draft written out. */
interface Stored {
  readonly plan: SavedPlan;
  readonly requests: readonly StoredRequest[];
}

type StoredRequest =
  Exclude<Request, { type: 'apply' | 'adopt' }> | { readonly type: 'apply'; readonly edit: Omit<Edit, 'declare'>; readonly draft: Draft };

/** Runs everything but the commit and keeps what came out; a rehearsal keeps nothing. */
export async function plan(
  requests: readonly PlanRequest[],
  caller: Caller,
  { project = NO_PROJECT, dryRun = false }: PlanOptions,
  deps: Deps,
): Promise<SavedPlan> {
  if (project !== NO_PROJECT) demand(deps.authorise, caller, 'apply', { project });
  const drafts = new Map<PlanRequest, Draft>();
  const { results } = await prepare(
    requests.map((request) => noting(request, drafts)),
    caller,
    {},
    deps,
  );
  const operations = results.map(({ operation }) => operation);
  const id = deps.newId();
  const saved: SavedPlan = { id, createdAt: deps.now(), createdBy: caller.actor, project, operations, summary: summarise(operations) };
  if (dryRun) return saved;
  const stored = toJson({ plan: saved, requests: requests.map((request) => storedRequest(request, drafts.get(request))) });
  await deps.store.savePlan(id, project, stored);
  return saved;
}

/** The same request, remembering the draft that it declared. */
function noting(request: PlanRequest, drafts: Map<PlanRequest, Draft>): Request {
  if (request.type !== 'apply') return request;
  const { edit } = request;
  return {
    type: 'apply',
    edit: {
      ...edit,
      declare(current) {
        const draft = edit.declare(current);
        drafts.set(request, draft);
        return draft;
      },
    },
  };
}

function storedRequest(request: PlanRequest, draft: Draft | undefined): StoredRequest {
  if (request.type !== 'apply') return request;
  if (!draft) throw new Error('a plan without its draft');
  const { declare: _, ...edit } = request.edit;
  return { type: 'apply', edit, draft };
}

export const getPlan = async (id: string, caller: Caller, deps: Deps): Promise<SavedPlan> => (await readPlan(id, caller, deps)).plan;

/** Whoever may see all that the plan is about may see the plan; to others it is not there (law 11). */
const isVisible = ({ operations }: SavedPlan, caller: Caller, { authorise }: Deps): boolean =>
  operations.every(({ urn }) => !authorise(caller, 'get', { project: '', kind: '', ...parseUrn(urn), urn }));

export async function plans(
  { project, limit = 100 }: { readonly project?: string; readonly limit?: number },
  caller: Caller,
  deps: Deps,
): Promise<readonly SavedPlan[]> {
  demand(deps.authorise, caller, 'list', project === undefined ? {} : { project });
  const stored = (await deps.store.plans({ ...(project !== undefined && { project }), limit })) as unknown as readonly Stored[];
  return stored.map(({ plan: saved }) => saved).filter((saved) => isVisible(saved, caller, deps));
}

export async function dropPlan(id: string, caller: Caller, deps: Deps): Promise<void> {
  await getPlan(id, caller, deps);
  await deps.store.dropPlan(id);
}

async function readPlan(id: string, caller: Caller, deps: Deps): Promise<Stored> {
  const stored = (await deps.store.plan(id)) as unknown as Stored | undefined;
  if (stored === undefined || !isVisible(stored.plan, caller, deps))
    throw new ProblemError({ code: 'not_found', message: `plan '${id}' not found`, hint: 'plans are kept for a day; make a new one' });
  return stored;
}

/** Prepares the same requests once more: what comes out must be the saved plan, to the letter (law 5). */
export async function applyPlan(id: string, caller: Caller, options: MutateOptions, deps: Deps): Promise<readonly Result[]> {
  const { plan: saved, requests } = await readPlan(id, caller, deps);
  const again = requests.map((request): Request =>
    request.type === 'apply' ? { type: 'apply', edit: { ...request.edit, declare: () => request.draft } } : request,
  );
  const attempt = async () => {
    const prepared = await prepareOrStale(id, again, caller, options, deps);
    prepared.results.forEach(({ operation }, i) => refuseIfStale(id, saved.operations[i], operation));
    return prepared;
  };
  return commitChange(
    again.map((request) => identityOf(request).urn),
    attempt,
    options,
    deps,
  );
}

/** What these say is about the request or the server, not about the plan. */
const ownMatters: ReadonlySet<ProblemCode> = new Set(['denied', 'internal', 'unavailable']);

/** What could be planned then and cannot now has moved on too. */
async function prepareOrStale(id: string, requests: readonly Request[], caller: Caller, options: MutateOptions, deps: Deps) {
  try {
    return await prepare(requests, caller, options, deps);
  } catch (error) {
    if (error instanceof ProblemError && !ownMatters.has(error.problem.code)) throw stale(id, error.message);
    throw error;
  }
}

function refuseIfStale(id: string, saved: Operation | undefined, now: Operation): void {
  if (saved && same(toJson(saved), toJson(now))) return;
  throw stale(id, `'${now.urn}' has changed since it was made`);
}

const stale = (id: string, why: string): ProblemError =>
  new ProblemError({ code: 'conflict', message: `plan '${id}' is stale: ${why}`, hint: 'make a new plan' });

const toJson = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json;
