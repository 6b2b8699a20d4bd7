/** A tree in lines. */
import type { ResourceType } from '../api/types.ts';
import { inTitles } from '../api/urn.ts';
import { neighboursOf, type TreeNode } from '../api/tree.ts';
import { phaseLook } from '../output/phase.ts';
import { oneLine } from '../terminal/printable.ts';
import type { Style } from '../terminal/style.ts';

export interface TreeView {
  readonly style: Style;
  /** Resources of other projects are marked. */
  readonly project: string;
  /** The kinds that are served, by which sentences name resources. */
  readonly types: readonly ResourceType[];
}

/** One root stands alone; several stand below a title. */
export function showTree(roots: readonly TreeNode[], view: TreeView, title?: string): readonly string[] {
  if (title === undefined) return roots.flatMap((root) => [showNode(root, view), ...below(root, view)]);
  return [view.style('bold', title), ...branches(roots.map((root) => [showNode(root, view), ...below(root, view)]))];
}

function below(node: TreeNode, view: TreeView): readonly string[] {
  const subtrees = neighboursOf(node).map((one) => [showNode(one, view), ...below(one, view)]);
  const notes = [...(node.hides ? ['… what you may not see'] : []), ...(node.cut ? ['… more'] : [])];
  return branches([...subtrees, ...notes.map((note) => [view.style('dim', note)])]);
}

const branches = (subtrees: readonly (readonly string[])[]): readonly string[] =>
  subtrees.flatMap(([first = '', ...rest], i) => {
    const isLast = i === subtrees.length - 1;
    return [`${isLast ? '└─' : '├─'} ${first}`, ...rest.map((line) => `${isLast ? '  ' : '│ '} ${line}`)];
  });

function showNode({ kind, name, namespace, key, phase, ready, message, repeated }: TreeNode, { style, project, types }: TreeView): string {
  const { glyph, colour } = phaseLook(phase);
  const notes = [
    ...(namespace !== undefined && namespace !== project ? [`in ${namespace}`] : []),
    ...(key === undefined ? [] : [`as ${key}`]),
    ...(repeated ? ['shown above'] : []),
  ];
  const why = repeated || ready === 'True' || message === undefined ? '' : `  ${oneLine(inTitles(message, types, project))}`;
  const said = notes.length > 0 ? style('dim', `  (${oneLine(notes.join(', '))})`) : '';
  return `${style(colour, glyph)} ${oneLine(`${kind}/${name}`)}  ${style(colour, oneLine(phase))}${said}${why}`;
}

/** How many of each phase, the unwell first. */
export function summary(roots: readonly TreeNode[]): string {
  const phases = new Map<string, string>();
  const visit = (node: TreeNode): void => {
    phases.set(node.urn, node.phase);
    neighboursOf(node).forEach(visit);
  };
  roots.forEach(visit);
  const counts = Map.groupBy(phases.values(), (phase) => phase);
  const parts = [...counts].map(([phase, all]) => `${all.length} ${phase}`).sort();
  return parts.join(', ');
}
