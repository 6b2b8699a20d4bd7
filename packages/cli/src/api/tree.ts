/** What depends on what. */
import { isObject, type Json } from '@ectropy/sdk';
import type { Located } from '../commands/reference.ts';
import type { Session } from '../session.ts';

export interface TreeNode {
  readonly urn: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  /** The plural, as it stands in paths. */
  readonly resource: string;
  /** As what the one above needs it. */
  readonly key?: string;
  readonly phase: string;
  readonly ready: string;
  readonly message?: string;
  /** Unfolded elsewhere. */
  readonly repeated?: boolean;
  /** There is more that may not be seen. */
  readonly hides?: boolean;
  /** There is more that lies too far away. */
  readonly cut?: boolean;
  readonly dependencies?: readonly TreeNode[];
  readonly dependents?: readonly TreeNode[];
}

export interface Forest {
  readonly roots: readonly TreeNode[];
  readonly cut: boolean;
  /** As it came. */
  readonly answer: Json;
}

export async function treeOf(
  { path }: Located,
  { api }: Session,
  direction: 'dependencies' | 'dependents' = 'dependencies',
): Promise<Forest> {
  const answer = await api.call(`${path}/tree`, { query: direction === 'dependents' ? { dependents: true } : {} });
  return { roots: isObject(answer) && isObject(answer.root) ? [nodeOf(answer.root)] : [], cut: false, answer };
}

/** The roots are those that nothing else in the project depends on. */
export async function treeOfProject(project: string, session: Session): Promise<Forest> {
  const group = (await session.types()).find(({ kind }) => kind === 'Project')?.group ?? 'core.ectropy.dev';
  const answer = await session.api.call(`/apis/${group}/v1/projects/${encodeURIComponent(project)}/tree`);
  const { roots = null, cut = false } = isObject(answer) ? answer : {};
  return { roots: Array.isArray(roots) ? roots.map((root: Json) => nodeOf(root)) : [], cut: cut === true, answer };
}

const nodeOf = (value: Json): TreeNode => value as unknown as TreeNode;

export const neighboursOf = ({ dependencies, dependents }: TreeNode): readonly TreeNode[] => dependencies ?? dependents ?? [];
