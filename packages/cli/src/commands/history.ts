import { InvalidArgumentError } from 'commander';
import { type Json, ProblemError } from '@ectropy/sdk';
import { revisionAt, type Revision, revisionsOf } from '../api/revisions.ts';
import type { Exit } from '../exit.ts';
import { compare, inOneLine } from '../history/compare.ts';
import { asData } from '../output/data.ts';
import { showChange } from '../output/plan.ts';
import { table } from '../output/table.ts';
import type { Registrar } from '../program.ts';
import type { Session } from '../session.ts';
import { oneLine } from '../terminal/printable.ts';
import { existing } from './existing.ts';
import { outputOption, wholeNumber } from './get.ts';
import { type Located, pathOfOne } from './reference.ts';

interface HistoryFlags {
  readonly output: string;
  readonly headers: boolean;
  readonly limit: number;
  readonly revision?: number;
  readonly diff?: Span;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

export function registerHistory({ command, action }: Registrar): void {
  command('history <kind> [name]', 'what was declared before: when, by whom, and what changed; the newest last', [
    'ectropy history cloudserver web-1',
    'ectropy history cloudserver/web-1 --revision 2 -o yaml',
    'ectropy history cloudserver/web-1 --diff 1..3',
  ])
    .addOption(outputOption(['table', 'json', 'yaml']))
    .option('--limit <count>', 'only so many, the newest ones', wholeNumber, 20)
    .option('--revision <number>', 'show this one as a whole', wholeNumber)
    .option('--diff <from..to>', 'show what changed from one to another', spanOf)
    .option('--no-headers', 'without the line that names the columns')
    .action(action(history));
}

function spanOf(text: string): Span {
  const [, from, to] = /^(\d{1,9})\.\.(\d{1,9})$/.exec(text) ?? [];
  if (from === undefined || to === undefined) throw new InvalidArgumentError('It must be two numbers, such as 1..3.');
  return { from: Number(from), to: Number(to) };
}

async function history(session: Session, kind: string, name: string | undefined, flags: HistoryFlags): Promise<Exit> {
  const located = await pathOfOne(session, kind, name);
  if (!located.type.subresources.includes('revisions'))
    throw new ProblemError({ code: 'unsupported', message: `resources of kind ${located.type.kind} have no history` });
  if (flags.revision !== undefined) await printOne(await at(flags.revision, located, session), located, flags, session);
  else if (flags.diff) await printDiff(flags.diff, located, flags, session);
  else await printAll(located, flags, session);
  return 'done';
}

async function at(number: number, located: Located, session: Session): Promise<Revision> {
  const found = await existing(session, located, () => revisionAt(located.path, number, session));
  if (found) return found;
  throw new ProblemError({
    code: 'not_found',
    message: `${located.title} has no revision ${number}`,
    hint: `see \`ectropy history ${located.title}\``,
  });
}

/** As a document, ready to be applied again. */
async function printOne(
  { spec, labels, annotations }: Revision,
  located: Located,
  { output }: HistoryFlags,
  session: Session,
): Promise<void> {
  const { type, name, project } = located;
  const metadata = {
    name,
    ...(project !== undefined && { namespace: project }),
    ...(labels && { labels }),
    ...(annotations && { annotations }),
  };
  const document = { apiVersion: type.group === '' ? type.version : `${type.group}/${type.version}`, kind: type.kind, metadata, spec };
  session.print(asData(document, output === 'json' ? 'json' : 'yaml') ?? '');
}

async function printDiff({ from, to }: Span, located: Located, { output }: HistoryFlags, session: Session): Promise<void> {
  const [before, after] = await Promise.all([at(from, located, session), at(to, located, session)]);
  const found = compare(before, after);
  const data = asData(found as unknown as Json, output);
  session.print(data ?? found.map((change) => oneLineStyled(showChange(change, session.style.out))).join('\n'));
  if (found.length === 0) session.say(`Revisions ${from} and ${to} of ${located.title} declare the same.`);
}

const oneLineStyled = (text: string): string => text.replaceAll('\n', ' ');

async function printAll(located: Located, { limit, output, headers }: HistoryFlags, session: Session): Promise<void> {
  const found = await existing(session, located, () => revisionsOf(located.path, limit + 1, session));
  const first = Math.max(0, found.length - limit);
  const shown = found.slice(first);
  const isSigned = shown.some(({ createdBy }) => createdBy !== '');
  const rows = shown.map((revision, i) => [
    String(revision.revision),
    revision.createdAt,
    ...(isSigned ? [revision.createdBy] : []),
    reasonOf(revision.reason),
    oneLine(inOneLine(found[first + i - 1], revision)),
  ]);
  session.print(
    asData({ apiVersion: 'v1', kind: 'List', items: shown as unknown as Json }, output) ??
      table(['Revision', 'When', ...(isSigned ? ['Who'] : []), 'Why', 'What changed'], rows, { style: session.style.out, headers }),
  );
}

/** `action:create` is told as people say it. */
function reasonOf(reason: string): string {
  const [, about = '', what = ''] = /^(action|rollback):(.*)$/.exec(reason) ?? [];
  return about === '' ? reason : about === 'rollback' ? `rollback to ${what}` : what;
}
