import { ProblemError } from '@ectropy/sdk';
import { type Forest, treeOf, treeOfProject } from '../api/tree.ts';
import type { ResourceType } from '../api/types.ts';
import type { Exit } from '../exit.ts';
import { asData } from '../output/data.ts';
import type { Registrar } from '../program.ts';
import type { Session } from '../session.ts';
import { untilInterrupted } from '../terminal/interrupted.ts';
import { openCanvas } from '../terminal/canvas.ts';
import { fitStyled } from '../terminal/width.ts';
import { showTree } from '../tree/show.ts';
import { drawAgain } from '../tree/watch.ts';
import { existing } from './existing.ts';
import { outputOption } from './get.ts';
import { type Located, pathOfOne } from './reference.ts';

interface TreeFlags {
  readonly output: string;
  readonly dependents?: boolean;
  readonly watch?: boolean;
}

export function registerTree({ command, action }: Registrar): void {
  command('tree [kind] [name]', 'what depends on what, with status: the whole project, or from one resource down', [
    'ectropy tree',
    'ectropy tree cloudserver web-1 --watch',
    'ectropy tree cloudnetwork main --dependents   # who needs it',
  ])
    .addOption(outputOption(['table', 'json', 'yaml']))
    .option('--dependents', 'upwards: those that depend on the resource')
    .option('-w, --watch', 'draw it again at every change, until Ctrl-C')
    .action(action(tree));
}

async function tree(session: Session, kind: string | undefined, name: string | undefined, flags: TreeFlags): Promise<Exit> {
  const located = kind === undefined ? undefined : await pathOfOne(session, kind, name);
  if (!located && flags.dependents)
    throw new ProblemError({
      code: 'invalid',
      message: '--dependents: of which resource?',
      hint: 'write ectropy tree KIND NAME --dependents',
    });
  const fetch = (): Promise<Forest> => (located ? ofOne(located, flags, session) : ofProject(session));
  if (flags.watch) return watched(located, flags, fetch, session);
  const types = await session.types();
  const forest = await fetch();
  session.print(asData(forest.answer, flags.output) ?? fitted(linesOf(forest, located, types, session), session).join('\n'));
  if (forest.roots.length === 0) session.say(`Nothing in project ${session.project}.\n  ectropy apply -f FILE`);
  return 'done';
}

function ofOne(located: Located, { dependents }: TreeFlags, session: Session): Promise<Forest> {
  if (!located.type.subresources.includes('tree'))
    throw new ProblemError({ code: 'unsupported', message: `resources of kind ${located.type.kind} depend on nothing` });
  return existing(session, located, () => treeOf(located, session, dependents ? 'dependents' : 'dependencies'));
}

/** A project comes into being with the first resource in it. */
async function ofProject(session: Session): Promise<Forest> {
  try {
    return await treeOfProject(session.project, session);
  } catch (error) {
    if (!(error instanceof ProblemError) || error.problem.code !== 'not_found') throw error;
    return { roots: [], cut: false, answer: { kind: 'Tree', metadata: { name: session.project }, roots: [] } };
  }
}

function linesOf(
  { roots, cut }: Forest,
  located: Located | undefined,
  types: readonly ResourceType[],
  session: Session,
): readonly string[] {
  if (roots.length === 0) return [];
  const view = { style: session.style.out, project: located?.project ?? session.project, types };
  const title = located ? undefined : `Project ${session.project}`;
  return [...showTree(roots, view, title), ...(cut ? [session.style.out('dim', '… and more than is shown')] : [])];
}

/** On a terminal every line stays one. */
const fitted = (lines: readonly string[], { io: { stdout } }: Session): readonly string[] =>
  stdout.isTty ? lines.map((line) => fitStyled(line, stdout.columns)) : lines;

async function watched(located: Located | undefined, { output }: TreeFlags, fetch: () => Promise<Forest>, session: Session): Promise<Exit> {
  const types = await session.types();
  const canvas = openCanvas(session);
  const draw = (forest: Forest): void => {
    const data = asData(forest.answer, output);
    if (data === undefined) canvas.draw(linesOf(forest, located, types, session));
    else session.print(output === 'yaml' ? `---\n${data}` : data);
  };
  const project = located ? undefined : session.project;
  return untilInterrupted(session, (watching) => drawAgain({ project, fetch, draw }, session, watching));
}
