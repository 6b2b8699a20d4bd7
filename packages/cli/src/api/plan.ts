/** Plans at the server: made, looked at, applied by name. */
import { type Change, isObject, type Json, type JsonObject, ProblemError } from '@ectropy/sdk';
import type { Session } from '../session.ts';
import { type Document, documentOf, itemsOf } from './document.ts';

export type OperationType = 'delete' | 'replace' | 'update' | 'create' | 'adopt' | 'act' | 'noop';

export interface Operation {
  readonly type: OperationType;
  readonly urn: string;
  readonly resource: {
    readonly apiVersion: string;
    readonly kind: string;
    readonly namespace?: string;
    readonly name: string;
    readonly resource: string;
  };
  readonly action?: string;
  readonly reason?: string;
  readonly changes: readonly Change[];
  readonly steps: readonly string[];
}

export interface Plan {
  readonly metadata: { readonly name: string; readonly namespace: string; readonly creationTimestamp: string };
  readonly status: { readonly counts: Readonly<Record<OperationType, number>>; readonly operations: readonly Operation[] };
}

export const changesOf = ({ status }: Plan): readonly Operation[] => status.operations.filter(({ type }) => type !== 'noop');

export interface Wanted {
  readonly documents?: readonly JsonObject[];
  readonly remove?: readonly JsonObject[];
}

async function plansPath(session: Session, project = session.project): Promise<string> {
  const group = (await session.types()).find(({ plural }) => plural === 'plans')?.group ?? 'core.ectropy.dev';
  return `/apis/${group}/v1/namespaces/${encodeURIComponent(project)}/plans`;
}

/** With `keep` it can be applied later, by its name. */
export async function makePlan(session: Session, wanted: Wanted, { keep }: { readonly keep: boolean }): Promise<Plan> {
  const spec = { documents: [...(wanted.documents ?? [])], remove: [...(wanted.remove ?? [])] };
  const answer = await session.api.call(await plansPath(session), { body: { spec }, query: keep ? {} : { dryRun: 'All' } });
  return answer as unknown as Plan;
}

export interface Applied {
  readonly documents: readonly Document[];
  /** A watch from here sees everything that comes of it. */
  readonly version: string;
}

/** Applied a second time, it is out of date: the key is of this command alone. */
export async function applyPlan(session: Session, { metadata }: Pick<Plan, 'metadata'>): Promise<Applied> {
  const path = `${await plansPath(session, metadata.namespace)}/${encodeURIComponent(metadata.name)}/apply`;
  const answer = await session.api.call(path, { method: 'POST', body: {}, idempotencyKey: session.io.newId() }).catch((error: unknown) => {
    throw withoutItsName(error, metadata.name);
  });
  const documents = itemsOf(answer).filter(isObject).map(documentOf);
  return { documents, version: versionOf(answer) };
}

/** People know it by its file, or have just seen it. */
function withoutItsName(error: unknown, name: string): unknown {
  if (!(error instanceof ProblemError)) return error;
  const [first, ...more] = error.problems.map((problem) => ({
    ...problem,
    message: problem.message.replace(`plan '${name}'`, 'the plan'),
  }));
  return first ? new ProblemError([first, ...more], { cause: error }) : error;
}

function versionOf(answer: Json): string {
  const metadata = isObject(answer) && isObject(answer.metadata) ? answer.metadata : {};
  return typeof metadata.resourceVersion === 'string' ? metadata.resourceVersion : '';
}
