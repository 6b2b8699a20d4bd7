import { InvalidArgumentError, Option } from 'commander';
import { type Json, type Problem, ProblemError, problemsOf } from '@ectropy/sdk';
import { documentOf, titleOf } from '../api/document.ts';
import type { Exit } from '../exit.ts';
import { nothingThere } from '../get/empty.ts';
import { fetchNamed, fetchObjects, fetchRows, fetchSection, type Objects, type Section } from '../get/fetch.ts';
import { type GetFlags, isText } from '../get/flags.ts';
import { type Look, showSections } from '../get/show.ts';
import { type Target, targetsOf } from '../get/targets.ts';
import { watchTargets } from '../get/watch.ts';
import { asData } from '../output/data.ts';
import type { Registrar } from '../program.ts';
import type { Session } from '../session.ts';

export function registerGet({ command, action }: Registrar): void {
  command('get <kinds> [names...]', 'list resources, or show some of them', [
    'ectropy get files',
    'ectropy get file greeting -o yaml',
    'ectropy get cloudservers,clouddisks -l tier=web   # several kinds; a category or all works, too',
    'ectropy get file/greeting cloudserver/web-1',
    'ectropy get all -A --watch',
  ])
    .addOption(outputOption(['table', 'wide', 'json', 'yaml', 'name']))
    .option('-A, --all-projects', 'of all projects')
    .option('-l, --selector <labels>', 'only those with these labels, such as tier=web,env!=test')
    .option('--field-selector <fields>', 'only those with these values, such as metadata.name=web-1')
    .option('--show-labels', 'with a column of labels')
    .option('--limit <count>', 'at most so many of each kind', wholeNumber)
    .option('-w, --watch', 'go on with a line for every change, until Ctrl-C')
    .option('--watch-events', 'with --watch and -o json or yaml: say of each change whether it was ADDED, MODIFIED or DELETED')
    .option('--no-headers', 'without the line that names the columns')
    .action(action(get));
}

export const outputOption = (formats: readonly string[]): Option =>
  new Option('-o, --output <format>', 'how it is printed').choices([...formats]).default('table');

export function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number above 0.');
  return Number(text);
}

/** What cannot be shown does not hide the rest: it is told at the end. */
async function get(session: Session, kinds: string, names: readonly string[], flags: GetFlags): Promise<Exit> {
  const { targets, problems } = targetsOf([kinds, ...names], await session.types());
  const look = lookOf(targets, flags, session);
  if (flags.watch && problems.length === 0) return watchTargets(targets, flags, look, session);
  const more = isText(flags) ? await printTables(targets, flags, look, session) : await printData(targets, flags, session);
  fail([...problems, ...more]);
  return 'done';
}

const lookOf = (targets: readonly Target[], { output, headers, allProjects, showLabels }: GetFlags, { style }: Session): Look => ({
  style: style.out,
  headers,
  wide: output === 'wide',
  projects: allProjects ?? false,
  labels: showLabels ?? false,
  qualified: targets.length > 1,
});

async function printTables(targets: readonly Target[], flags: GetFlags, look: Look, session: Session): Promise<readonly Problem[]> {
  const asked = await Promise.all(targets.map((target) => settled(target, (one) => sectionOf(one, flags, session))));
  const sections = asked.flatMap(({ found }) => found).filter(({ rows }) => rows.length > 0);
  const problems = asked.flatMap((one) => one.problems);
  session.print(showSections(sections, look));
  if (sections.length === 0 && problems.length === 0 && targets.length > 0) session.say(nothingThere(targets, flags, session.project));
  sayCut(sections, flags, session);
  return problems;
}

async function sectionOf(target: Target, flags: GetFlags, session: Session): Promise<Found<Section>> {
  if (!target.names) return { found: [await fetchSection(target, flags, session)], problems: [] };
  const asked = await Promise.all(
    target.names.map((name) => settled(name, async (one) => ({ found: [await fetchRows(target, one, flags, session)], problems: [] }))),
  );
  const rows = asked.flatMap(({ found }) => found);
  const [first] = rows;
  return {
    found: first ? [{ ...first, rows: rows.flatMap((one) => one.rows) }] : [],
    problems: asked.flatMap(({ problems }) => problems),
  };
}

async function printData(targets: readonly Target[], flags: GetFlags, session: Session): Promise<readonly Problem[]> {
  const asked = await Promise.all(targets.map((target) => settled(target, (one) => itemsOf(one, flags, session))));
  const items = asked.flatMap(({ found }) => found).flatMap((one) => one.items);
  const [only] = items;
  const isOne = targets.length === 1 && targets[0]?.names?.length === 1;
  if (flags.output === 'name') session.print(items.map((item) => titleOf(documentOf(item))).join('\n'));
  else if (!isOne || items.length > 1) session.print(asData({ apiVersion: 'v1', kind: 'List', items }, flags.output) ?? '');
  else if (only !== undefined) session.print(asData(only, flags.output) ?? '');
  sayCut(
    asked.flatMap(({ found }) => found),
    flags,
    session,
  );
  return asked.flatMap(({ problems }) => problems);
}

async function itemsOf(target: Target, flags: GetFlags, session: Session): Promise<Found<Objects>> {
  if (!target.names) return { found: [await fetchObjects(target, flags, session)], problems: [] };
  const asked = await Promise.all(
    target.names.map((name) =>
      settled<string, Json>(name, async (one) => ({ found: await fetchNamed(target, one, flags, session), problems: [] })),
    ),
  );
  const items = asked.flatMap(({ found }) => found);
  return { found: [{ target, items, version: '', cut: false }], problems: asked.flatMap(({ problems }) => problems) };
}

interface Found<T> {
  readonly found: readonly T[];
  readonly problems: readonly Problem[];
}

async function settled<Key, T>(key: Key, work: (key: Key) => Promise<Found<T>>): Promise<Found<T>> {
  try {
    return await work(key);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return { found: [], problems: problemsOf(error) };
  }
}

function sayCut(found: readonly { readonly target: Target; readonly cut: boolean }[], { limit }: GetFlags, session: Session): void {
  const plurals = found.filter(({ cut }) => cut).map(({ target }) => target.type.plural);
  if (plurals.length > 0) session.say(`There are more ${plurals.join(', ')} than these ${limit}.`);
}

/** The same from many, such as a server that is not there, is told once. */
function fail(problems: readonly Problem[]): void {
  const [first, ...more] = problems.filter(({ message }, i) => problems.findIndex((other) => other.message === message) === i);
  if (first) throw new ProblemError([first, ...more]);
}
