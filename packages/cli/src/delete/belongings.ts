/** A project goes with all that is in it: whoever is asked should know what that is. */
import { ProblemError } from '@ectropy/sdk';
import type { Operation, Plan } from '../api/plan.ts';
import { neighboursOf, type TreeNode, treeOfProject } from '../api/tree.ts';
import type { Session } from '../session.ts';

export async function withBelongings(plan: Plan, session: Session): Promise<Plan> {
  const operations = await Promise.all(plan.status.operations.map((operation) => withOwn(operation, session)));
  return { ...plan, status: { ...plan.status, operations } };
}

async function withOwn(operation: Operation, session: Session): Promise<Operation> {
  const { type, resource, steps } = operation;
  if (type !== 'delete' || resource.kind !== 'Project') return operation;
  const forest = await treeOfProject(resource.name, session).catch((error: unknown) => {
    if (error instanceof ProblemError) return undefined;
    throw error;
  });
  const titles = [...new Set((forest?.roots ?? []).flatMap(titlesOf))].toSorted();
  return titles.length === 0 ? operation : { ...operation, steps: [...steps, sentenceOf(titles, forest?.cut ?? false)] };
}

const titlesOf = (node: TreeNode): readonly string[] => [`${node.kind}/${node.name}`, ...neighboursOf(node).flatMap(titlesOf)];

const MOST_NAMED = 5;

function sentenceOf(titles: readonly string[], cut: boolean): string {
  const more = titles.length - MOST_NAMED;
  const rest = more > 0 ? ` and ${cut ? 'many' : more} more` : '';
  return `delete all that is in it: ${titles.slice(0, MOST_NAMED).join(', ')}${rest}`;
}
