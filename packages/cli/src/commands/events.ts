import { Option } from 'commander';
import type { Json } from '@ectropy/sdk';
import { encode } from '@ectropy/server/client';
import { changes } from '../api/changes.ts';
import { type Event, eventsOf } from '../api/events.ts';
import type { Exit } from '../exit.ts';
import { asData, safeJson } from '../output/data.ts';
import { layout, type Layout } from '../output/table.ts';
import type { Registrar } from '../program.ts';
import type { Session } from '../session.ts';
import { untilInterrupted } from '../terminal/interrupted.ts';
import { existing } from './existing.ts';
import { outputOption, wholeNumber } from './get.ts';
import { pathOfOne } from './reference.ts';

interface EventsFlags {
  readonly output: string;
  readonly headers: boolean;
  readonly allProjects?: boolean;
  readonly type?: string;
  readonly limit?: number;
  readonly watch?: boolean;
}

export function registerEvents({ command, action }: Registrar): void {
  command('events [kind] [name]', 'what has happened in the project, or to one resource; the newest last', [
    'ectropy events',
    'ectropy events cloudserver web-1',
    'ectropy events --type Warning -A --watch',
  ])
    .addOption(outputOption(['table', 'json', 'yaml']))
    .option('-A, --all-projects', 'of all projects')
    .addOption(new Option('--type <type>', 'only those of this type').choices(['Normal', 'Warning']))
    .option('--limit <count>', 'only so many, the newest ones', wholeNumber)
    .option('-w, --watch', 'go on with what happens, until Ctrl-C')
    .option('--no-headers', 'without the line that names the columns')
    .action(action(events));
}

async function events(session: Session, kind: string | undefined, name: string | undefined, flags: EventsFlags): Promise<Exit> {
  const located = kind === undefined ? undefined : await pathOfOne(session, kind, name);
  if (located) await existing(session, located, () => session.api.call(located.path));
  const asked = {
    project: located ? located.project : flags.allProjects ? undefined : session.project,
    ...(located && { about: located }),
    ...(flags.type !== undefined && { type: flags.type }),
  };
  const collection = eventsOf(asked, session);
  const snapshot = await collection.list();
  const shown = snapshot.entries.slice(flags.limit === undefined ? 0 : -flags.limit).map(({ value }) => value);
  const print = printer(shown, flags, session);
  if (shown.length === 0 && !flags.watch) session.say(nothing(located?.title, flags, session));
  if (!flags.watch) return 'done';
  return untilInterrupted(session, async (watching) => {
    for await (const { entry } of changes(session.api, collection, snapshot, watching)) print(entry.value);
  });
}

/** Prints these, and gives what prints those that come later. */
function printer(shown: readonly Event[], flags: EventsFlags, session: Session): (event: Event) => void {
  const { output, watch = false } = flags;
  if (output === 'table') {
    const grid = gridOf(shown, flags, session);
    if (shown.length > 0 || watch) session.print([...grid.head, ...shown.map((event) => grid.line(cellsOf(event, flags)))].join('\n'));
    return (event) => session.print(grid.line(cellsOf(event, flags)));
  }
  const one = ({ object }: Event): void => session.print(output === 'json' ? safeJson(object) : `---\n${encode(object, 'yaml')}`);
  if (watch) shown.forEach(one);
  else session.print(asData({ apiVersion: 'v1', kind: 'List', items: shown.map(({ object }): Json => object) }, output) ?? '');
  return one;
}

const gridOf = (shown: readonly Event[], flags: EventsFlags, { style }: Session): Layout =>
  layout(
    [...(flags.allProjects ? ['Project'] : []), 'Time', 'Type', 'Resource', 'Reason', 'Message'],
    shown.map((event) => cellsOf(event, flags)),
    { style: style.out, headers: flags.headers },
    flags.watch ? { time: 20, type: 7, resource: 20, reason: 12 } : {},
  );

const cellsOf = ({ project, at, type, kind, name, reason, message }: Event, { allProjects }: EventsFlags): readonly string[] => [
  ...(allProjects ? [project === '_' ? '' : project] : []),
  at,
  type,
  `${kind}/${name}`,
  reason,
  message,
];

function nothing(title: string | undefined, { type, allProjects }: EventsFlags, { project }: Session): string {
  const place = title === undefined ? (allProjects ? 'anywhere' : `in project ${project}`) : `to ${title}`;
  return `Nothing${type === undefined ? '' : ` of type ${type}`} has happened ${place} lately.`;
}
