import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Exit } from '../exit.ts';
import { changesOf, makePlan, type Plan } from '../api/plan.ts';
import { titlesOf } from '../api/urn.ts';
import { inDocuments, type Files } from '../documents/wanted.ts';
import { asData } from '../output/data.ts';
import { showPlan } from '../output/plan.ts';
import type { Registrar } from '../program.ts';
import type { Session } from '../session.ts';

interface PlanFlags extends Files {
  readonly out?: string;
  readonly detail?: boolean;
  readonly detailedExitcode?: boolean;
  readonly output: string;
}

export function registerPlan({ command, action }: Registrar): void {
  command('plan', 'show what applying documents would change, without changing anything', [
    'ectropy plan -f examples/',
    'ectropy plan -f app.yaml --out app.plan   # then: ectropy apply app.plan',
    'ectropy plan -f app.yaml --detailed-exitcode   # 0 nothing to change, 2 changes, else an error',
  ])
    .requiredOption('-f, --filename <path...>', 'files or folders with documents, - for standard input')
    .option('-R, --recursive', 'folders with all that is below them')
    .option('--out <file>', 'save the plan: `ectropy apply FILE` applies exactly that, or refuses it when it is out of date')
    .option('--detail', 'show every field of what is created, too')
    .option('--detailed-exitcode', 'end with 2 when there is something to change')
    .option('-o, --output <format>', 'table, json or yaml', 'table')
    .action(action(plan));
}

async function plan(session: Session, flags: PlanFlags): Promise<Exit> {
  const made = await inDocuments(flags, session, (documents) => makePlan(session, { documents }, { keep: flags.out !== undefined }));
  session.print(
    asData(made as never, flags.output) ??
      showPlan(made, { style: session.style.out, project: session.project, title: await titlesOf(session), detail: flags.detail ?? false }),
  );
  if (flags.out !== undefined) save(made, flags.out, session);
  return flags.detailedExitcode && changesOf(made).length > 0 ? 'changes' : 'done';
}

function save(made: Plan, file: string, session: Session): void {
  writeFileSync(resolve(session.io.cwd, file), `${JSON.stringify({ server: session.api.server, ...made }, null, 2)}\n`);
  session.say(`Saved as ${file}; it can be applied within a day with:\n  ectropy apply ${file}`);
}
