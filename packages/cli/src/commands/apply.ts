import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Json, ProblemError } from '@ectropy/sdk';
import { type Document, titleOf } from '../api/document.ts';
import { type Applied, applyPlan, changesOf, makePlan, type Plan } from '../api/plan.ts';
import { titlesOf } from '../api/urn.ts';
import type { PlacedDocument } from '../documents/read.ts';
import { inStages } from '../documents/stages.ts';
import { atTheirPlaces, type Files, readWanted } from '../documents/wanted.ts';
import type { Exit } from '../exit.ts';
import { durationMs, type Followed } from '../follow/follow.ts';
import type { Aim } from '../follow/judge.ts';
import { followToTheEnd } from '../follow/to-the-end.ts';
import { asData } from '../output/data.ts';
import { showPlan } from '../output/plan.ts';
import type { Registrar } from '../program.ts';
import type { Session } from '../session.ts';
import { confirm } from '../terminal/confirm.ts';

export interface ApplyFlags extends Partial<Files> {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly wait: boolean;
  readonly timeout: string;
  readonly detail?: boolean;
  readonly output: string;
}

export function registerApply({ command, action }: Registrar): void {
  command('apply [planfile]', 'make it so: plan, ask, apply, and follow until it is done', [
    'ectropy apply -f examples/file.yaml',
    'cat app.yaml | ectropy apply -f - --yes --timeout 5m',
    'ectropy apply app.plan   # exactly the plan that was saved',
  ])
    .option('-f, --filename <path...>', 'files or folders with documents, - for standard input')
    .option('-R, --recursive', 'folders with all that is below them')
    .option('-y, --yes', 'do not ask')
    .option('--dry-run', 'show the plan and change nothing')
    .option('--wait', 'follow until all of it is done', true)
    .option('--no-wait', 'end as soon as the server has taken it on')
    .option('--timeout <duration>', 'how long to follow', '10m')
    .option('--detail', 'show every field of what is created, too')
    .option('-o, --output <format>', 'print what was applied: name, json or yaml', 'table')
    .action(action(apply));
}

async function apply(session: Session, planFile: string | undefined, flags: ApplyFlags): Promise<Exit> {
  const { filename } = flags;
  if ((planFile === undefined) === (filename === undefined))
    throw new ProblemError({
      code: 'invalid',
      message: 'name documents with -f, or the file of a saved plan',
      hint: 'such as: ectropy apply -f examples/',
    });
  durationMs(flags.timeout);
  if (planFile !== undefined) return applyOne(savedPlan(planFile, session), session, flags);
  const documents = await readWanted({ ...flags, filename: filename ?? [] }, session);
  for (const stage of inStages(documents, await session.types())) {
    const exit = await applyDocuments(stage, session, flags);
    if (exit !== 'done') return exit;
  }
  return 'done';
}

async function applyDocuments(documents: readonly PlacedDocument[], session: Session, flags: ApplyFlags): Promise<Exit> {
  const plan = await atTheirPlaces(documents, (values) => makePlan(session, { documents: values }, { keep: !flags.dryRun }));
  return applyOne(plan, session, flags);
}

/** Shows, asks, applies and follows. */
export async function applyOne(
  plan: Plan,
  session: Session,
  flags: ApplyFlags,
  {
    question = 'Apply this plan?',
    aim,
  }: { readonly question?: string; /** Of all of them, whatever is still to be done. */ readonly aim?: Aim } = {},
): Promise<Exit> {
  session.say(
    showPlan(plan, { style: session.style.err, project: session.project, title: await titlesOf(session), detail: flags.detail ?? false }),
  );
  if (flags.dryRun) return 'done';
  const isChange = changesOf(plan).length > 0;
  if (isChange && !flags.yes && !(await confirm(question, session))) {
    session.say('Nothing was changed.');
    return 'done';
  }
  const applied = await applyPlan(session, plan);
  const exit = flags.wait ? await followApplied(applied, session, { ...flags, aim }) : 'done';
  printDocuments(applied.documents, session, flags.output);
  return exit;
}

async function followApplied(
  { documents, version }: Applied,
  session: Session,
  { timeout, aim }: Pick<ApplyFlags, 'timeout'> & { readonly aim: Aim | undefined },
): Promise<Exit> {
  const followed = documents.map((document): Followed => ({
    document,
    aim: aim ?? (document.metadata.deletionTimestamp === undefined ? 'present' : 'absent'), // what is on its way out stays so
  }));
  return followToTheEnd(followed, version, timeout, session);
}

export function printDocuments(documents: readonly Document[], session: Session, output: string): void {
  if (output === 'name') session.print(documents.map(titleOf).join('\n'));
  else session.print(asData({ apiVersion: 'v1', kind: 'List', items: documents as unknown as Json }, output) ?? '');
}

function savedPlan(file: string, session: Session): Plan {
  const wrong = (why: string): ProblemError =>
    new ProblemError({ code: 'invalid', message: `${file}: ${why}`, hint: 'save a plan with: ectropy plan -f … --out FILE' });
  let plan: Plan & { readonly kind?: string; readonly server?: string };
  try {
    plan = JSON.parse(readFileSync(resolve(session.io.cwd, file), 'utf8')) as typeof plan;
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOENT'
      ? new ProblemError({ code: 'not_found', message: `there is no file ${file}`, hint: 'documents are named with -f FILE' })
      : wrong('is not a saved plan');
  }
  if (plan.kind !== 'Plan' || typeof plan.metadata?.name !== 'string') throw wrong('is not a saved plan');
  if (plan.server !== session.api.server) throw wrong(`was made by ${plan.server}, and this is ${session.api.server}`);
  return plan;
}
