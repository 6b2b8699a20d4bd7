import { InvalidArgumentError } from 'commander';
import { ProblemError } from '@ectropy/sdk';
import { titleOf } from '../api/document.ts';
import { revisionAt, type Revision, revisionsOf } from '../api/revisions.ts';
import type { Exit } from '../exit.ts';
import { durationMs } from '../follow/follow.ts';
import { followChanged } from '../follow/to-the-end.ts';
import { compare } from '../history/compare.ts';
import { showChange } from '../output/plan.ts';
import type { Registrar } from '../program.ts';
import type { Session } from '../session.ts';
import { confirm } from '../terminal/confirm.ts';
import { oneLine } from '../terminal/printable.ts';
import { printDocuments } from './apply.ts';
import { about, post } from './each.ts';
import { type FollowFlags, withFollowFlags } from './follow-flags.ts';
import { type Located, pathOfOne } from './reference.ts';

interface RollbackFlags extends FollowFlags {
  readonly to?: number;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly output: string;
}

export function registerRollback({ command, action }: Registrar): void {
  const flags = command('rollback <kind> [name]', 'declare again what an earlier revision declared, as a new revision', [
    'ectropy rollback file/greeting   # to the revision before',
    'ectropy rollback file/greeting --to 3',
    'ectropy history file/greeting   # which revisions there are',
  ])
    .option('--to <revision>', 'which one; the one before the present one if absent', revisionNumber)
    .option('-y, --yes', 'do not ask')
    .option('--dry-run', 'show what would change and change nothing')
    .option('-o, --output <format>', 'print the resource: name, json or yaml', 'table');
  withFollowFlags(flags).action(action(rollback));
}

function revisionNumber(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('it must be the number of a revision.');
}

async function rollback(session: Session, kind: string, name: string | undefined, flags: RollbackFlags): Promise<Exit> {
  durationMs(flags.timeout);
  const located = await pathOfOne(session, kind, name);
  return about(located, session, () => rollbackOne(located, session, flags));
}

async function rollbackOne(located: Located, session: Session, flags: RollbackFlags): Promise<Exit> {
  const { path, title } = located;
  const [current, earlier] = await twoRevisions(located, session, flags.to);
  const changes = compare(current, earlier);
  session.say(
    `${session.style.err('yellow', '~')} ${session.style.err('bold', title)} back to revision ${earlier.revision}, ${described(earlier)}`,
  );
  if (changes.length === 0) {
    session.say(`      nothing to change: it declares the same as the present one\n`);
    return 'done';
  }
  session.say(`${changes.map((change) => `      ${showChange(change, session.style.err)}`).join('\n')}\n`);
  await session.api.call(`${path}/rollback`, { method: 'POST', body: { revision: earlier.revision }, query: { dryRun: 'All' } });
  if (flags.dryRun) return 'done';
  if (!flags.yes && !(await confirm('Roll back?', session))) {
    session.say('Nothing was changed.');
    return 'done';
  }
  const document = await post(`${path}/rollback`, session, { revision: earlier.revision });
  const exit = flags.wait ? await followChanged([document], 'present', flags.timeout, session) : 'done';
  if (!flags.wait) session.say(`${titleOf(document)} is declared as in revision ${earlier.revision}`);
  printDocuments([document], session, flags.output);
  return exit;
}

const described = ({ createdAt, createdBy }: Revision): string => `declared at ${createdAt}${createdBy ? ` by ${oneLine(createdBy)}` : ''}`;

/** The present one, and the one to go back to. */
async function twoRevisions({ path, title }: Located, session: Session, to: number | undefined): Promise<readonly [Revision, Revision]> {
  const [previous, current] = twoOf(await revisionsOf(path, 2, session));
  const wanted = to === undefined ? previous : await revisionAt(path, to, session);
  if (current && wanted) return [current, wanted];
  throw new ProblemError({
    code: 'not_found',
    message: to === undefined ? `${title} has no earlier revision` : `${title} has no revision ${to}`,
    hint: `see them with: ectropy history ${title}`,
  });
}

/** There may be one only. */
const twoOf = (newest: readonly Revision[]): readonly [Revision | undefined, Revision | undefined] => [newest.at(-2), newest.at(-1)];
