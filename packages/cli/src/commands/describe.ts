import { documentOf } from '../api/document.ts';
import { eventsOf } from '../api/events.ts';
import { neighboursOf, type TreeNode, treeOf } from '../api/tree.ts';
import type { Facts } from '../describe/facts.ts';
import { describe as page } from '../describe/show.ts';
import type { Exit } from '../exit.ts';
import type { Registrar } from '../program.ts';
import type { Session } from '../session.ts';
import { existing } from './existing.ts';
import { wholeNumber } from './get.ts';
import { type Located, locate, referencesOf } from './reference.ts';

interface DescribeFlags {
  readonly events: number;
}

export function registerDescribe({ command, action }: Registrar): void {
  command('describe <kind> [names...]', 'all about a resource on one page', [
    'ectropy describe cloudserver web-1',
    'ectropy describe cloudserver/web-1 file/greeting',
  ])
    .option('--events <count>', 'so many of its last events', wholeNumber, 10)
    .action(action(describe));
}

async function describe(session: Session, kind: string, names: readonly string[], flags: DescribeFlags): Promise<Exit> {
  const located = await Promise.all(referencesOf([kind, ...names]).map((reference) => locate(session, reference)));
  const pages: string[] = [];
  for (const one of located) pages.push(page(await factsOf(one, flags, session), session.style.out));
  session.print(pages.join('\n\n\n'));
  return 'done';
}

async function factsOf(located: Located, { events: count }: DescribeFlags, session: Session): Promise<Facts> {
  const { type, name, project } = located;
  const document = documentOf(await existing(session, located, () => session.api.call(located.path)));
  const [needs, neededBy, events] = await Promise.all([
    neighbours(located, 'dependencies', session),
    neighbours(located, 'dependents', session),
    eventsOf({ project, about: { type, name } }, session).list(),
  ]);
  return {
    document,
    type,
    types: await session.types(),
    ...(needs && { needs }),
    ...(neededBy && { neededBy }),
    events: events.entries.slice(-count).map(({ value }) => value),
    now: session.io.now(),
  };
}

/** One step away. */
async function neighbours(
  located: Located,
  direction: 'dependencies' | 'dependents',
  session: Session,
): Promise<readonly TreeNode[] | undefined> {
  if (!located.type.namespaced || !located.type.subresources.includes('tree')) return undefined;
  const { roots } = await treeOf(located, session, direction);
  return roots.flatMap(neighboursOf);
}
