import { type Command, Option } from 'commander';
import { ProblemError } from '@ectropy/sdk';
import { makePlan, type Plan } from '../api/plan.ts';
import { titlesOf } from '../api/urn.ts';
import { withBelongings } from '../delete/belongings.ts';
import { cascades, type Cascade, deleteDirectly } from '../delete/directly.ts';
import { deleteRefusal, targetOf } from '../delete/refusal.ts';
import { asRemoval, pathOfTarget, readTargets, type Selection, type Target } from '../delete/targets.ts';
import type { Exit } from '../exit.ts';
import { durationMs } from '../follow/follow.ts';
import { followChanged } from '../follow/to-the-end.ts';
import { showPlan } from '../output/plan.ts';
import type { Registrar } from '../program.ts';
import type { Session } from '../session.ts';
import { confirm } from '../terminal/confirm.ts';
import { applyOne, printDocuments } from './apply.ts';
import { type FollowFlags, withFollowFlags } from './follow-flags.ts';

interface DeleteFlags extends Omit<Selection, 'words'>, FollowFlags {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly cascade?: Cascade;
  readonly ignoreNotFound?: boolean;
  readonly output: string;
}

export function registerDelete({ command, action }: Registrar): void {
  const flags: Command = command('delete [words...]', 'delete resources: plan, ask, delete, and follow until they are gone', [
    'ectropy delete file/greeting',
    'ectropy delete cloudserver web-1 web-2 --yes',
    'ectropy delete -f examples/',
    'ectropy delete files -l app=shop',
    'ectropy delete project shop --cascade foreground',
  ])
    .option('-f, --filename <path...>', 'what the documents in these files or folders declare, - for standard input')
    .option('-R, --recursive', 'folders with all that is below them')
    .option('-l, --selector <labels>', 'those of the kind with these labels, such as app=shop,tier!=web')
    .option('--all', 'all of the kind in the project')
    .option('-y, --yes', 'do not ask')
    .option('--dry-run', 'show the plan and change nothing')
    .addOption(new Option('--cascade <how>', 'what becomes of what belongs to it').choices(Object.keys(cascades)))
    .option('--ignore-not-found', 'what is not there is no mistake')
    .option('-o, --output <format>', 'print what was deleted: name, json or yaml', 'table');
  withFollowFlags(flags).action(action(remove));
}

async function remove(session: Session, words: readonly string[], flags: DeleteFlags): Promise<Exit> {
  durationMs(flags.timeout);
  const targets = await readTargets({ ...flags, words }, session);
  if (targets.length === 0) {
    session.say('There is nothing to delete.');
    return 'done';
  }
  const plan = flags.cascade === undefined && targets.every(isPlannable) ? await planFor(targets, session, flags) : 'impossible';
  if (plan === 'impossible') return removeDirectly(targets, session, flags);
  if (plan) return applyOne(await withBelongings(plan, session), session, flags, { question: 'Delete?', aim: 'absent' });
  session.say('There is nothing to delete.');
  return 'done';
}

/** Plans themselves and what other servers hold can be deleted, but not planned. */
const isPlannable = ({ type }: Target): boolean => type.verbs.includes('patch');

/** `undefined` when nothing of it is there, and that is no mistake. */
async function planFor(targets: readonly Target[], session: Session, flags: DeleteFlags): Promise<Plan | 'impossible' | undefined> {
  if (targets.length === 0) return undefined;
  try {
    return await makePlan(session, { remove: targets.map(asRemoval) }, { keep: !flags.dryRun });
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    if (error.problems.some(({ message }) => message.startsWith('another service holds'))) return 'impossible';
    const missing = new Set(error.problems.filter(({ code }) => code === 'not_found').map((problem) => targetOf(problem, targets)));
    const there = targets.filter((target) => !missing.has(target));
    if (flags.ignoreNotFound && there.length < targets.length) return planFor(there, session, flags);
    throw deleteRefusal(error, targets, await session.types(), session.project);
  }
}

async function removeDirectly(targets: readonly Target[], session: Session, flags: DeleteFlags): Promise<Exit> {
  const { cascade, dryRun = false, ignoreNotFound = false } = flags;
  session.say(
    showPlan(await withBelongings(sketchOf(targets, cascade), session), {
      style: session.style.err,
      project: session.project,
      title: await titlesOf(session),
      detail: false,
    }),
  );
  if (!dryRun && !flags.yes && !(await confirm('Delete?', session))) {
    session.say('Nothing was changed.');
    return 'done';
  }
  const leaving = await deleteDirectly(targets, { cascade, dryRun, ignoreNotFound }, session);
  const exit = dryRun || !flags.wait ? 'done' : await followChanged(leaving, 'absent', flags.timeout, session);
  printDocuments(leaving, session, flags.output);
  return exit;
}

/** In the form of a plan, for people. */
const sketchOf = (targets: readonly Target[], cascade: Cascade | undefined): Plan => ({
  metadata: { name: '', namespace: '', creationTimestamp: '' },
  status: {
    counts: { delete: targets.length, replace: 0, update: 0, create: 0, adopt: 0, act: 0, noop: 0 },
    operations: targets.map(({ type, project, name }) => ({
      type: 'delete',
      urn: pathOfTarget({ type, project, name }),
      resource: {
        apiVersion: type.version,
        kind: type.kind,
        ...(project !== undefined && { namespace: project }),
        name,
        resource: type.plural,
      },
      changes: [],
      steps: cascade === 'foreground' && type.kind !== 'Project' ? ['delete all that belongs to it first'] : [],
    })),
  },
});
