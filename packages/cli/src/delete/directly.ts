/** Deletes without a plan: with a say in what becomes of what belongs to it, or of what no plan can hold. */
import { isObject, type Json, ProblemError } from '@ectropy/sdk';
import { type Document, documentOf } from '../api/document.ts';
import type { Session } from '../session.ts';
import { deleteRefusal, notFound } from './refusal.ts';
import { pathOfTarget, type Target } from './targets.ts';

export const cascades = { background: 'Background', foreground: 'Foreground', orphan: 'Orphan' } as const;
export type Cascade = keyof typeof cascades;

export interface DirectOptions {
  readonly cascade?: Cascade | undefined;
  readonly dryRun: boolean;
  readonly ignoreNotFound: boolean;
}

/** What depends on something else may stand behind it: whatever is refused is asked for again as long as others were accepted. */
export async function deleteDirectly(targets: readonly Target[], options: DirectOptions, session: Session): Promise<readonly Document[]> {
  const leaving: Document[] = [];
  let open = targets;
  while (open.length > 0) {
    const refused: { readonly target: Target; readonly error: ProblemError }[] = [];
    for (const target of open) {
      try {
        leaving.push(...(await deleteOne(target, options, session)));
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        refused.push({ target, error });
      }
    }
    const isStuck = refused.length === open.length || refused.some(({ error }) => error.problem.code !== 'conflict');
    if (isStuck) throw await refusalOf(refused, session);
    open = refused.map(({ target }) => target);
  }
  return leaving;
}

async function refusalOf(
  refused: readonly { readonly target: Target; readonly error: ProblemError }[],
  session: Session,
): Promise<ProblemError> {
  const types = await session.types();
  const problems = refused.flatMap(({ target, error }) => {
    const placed = error.problems.map((problem) => ({ ...problem, path: ['spec', 'remove', 0] }));
    const [first, ...more] = placed;
    return first ? deleteRefusal(new ProblemError([first, ...more]), [target], types, session.project).problems : [];
  });
  const [first = { code: 'internal', message: 'refused without a problem' } as const, ...more] = problems;
  return new ProblemError([first, ...more]);
}

async function deleteOne(
  target: Target,
  { cascade, dryRun, ignoreNotFound }: DirectOptions,
  session: Session,
): Promise<readonly Document[]> {
  try {
    const answer = await session.api.call(pathOfTarget(target), {
      method: 'DELETE',
      body: { kind: 'DeleteOptions', apiVersion: 'v1', ...(cascade && { propagationPolicy: cascades[cascade] }) },
      query: dryRun ? { dryRun: 'All' } : {},
    });
    return isStatus(answer) ? [] : [documentOf(answer)];
  } catch (error) {
    if (!(error instanceof ProblemError) || error.problem.code !== 'not_found') throw error;
    if (ignoreNotFound) return [];
    throw new ProblemError(notFound(target), { cause: error });
  }
}

/** It went at once. */
const isStatus = (answer: Json): boolean => isObject(answer) && answer.kind === 'Status';
