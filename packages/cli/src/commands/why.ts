import type { Json } from '@ectropy/sdk';
import type { Exit } from '../exit.ts';
import { inTitles } from '../api/urn.ts';
import { asData } from '../output/data.ts';
import { type OutputFlag, pathOfOne } from './reference.ts';
import type { Registrar } from '../program.ts';
import type { Session } from '../session.ts';

interface Cause {
  readonly resource: { readonly kind: string; readonly name: string; readonly namespace?: string };
  /** How far below what was asked about. */
  readonly depth: number;
  readonly ready: boolean;
  readonly reason: string;
  readonly message: string;
  readonly attempt?: number;
  readonly nextAttemptAt?: string;
  readonly remedy?: string;
}

export function registerWhy({ command, action }: Registrar): void {
  command('why <kind> [name]', 'why something is not ready: the chain of causes, and what to do', [
    'ectropy why cloudserver web-1',
    'ectropy why cloudserver/web-1',
  ])
    .option('-o, --output <format>', 'table, json or yaml', 'table')
    .action(action(why));
}

async function why(session: Session, kind: string, name: string | undefined, { output }: OutputFlag): Promise<Exit> {
  const { path, title } = await pathOfOne(session, kind, name);
  const answer = (await session.api.call(`${path}/why`)) as unknown as {
    readonly ready: boolean;
    readonly chain: readonly Cause[];
    readonly roots: readonly Cause[];
  };
  session.print(
    asData(answer as unknown as Json, output) ?? inTitles(showWhy(title, answer, session), await session.types(), session.project),
  );
  return 'done';
}

function showWhy(
  title: string,
  { ready, chain, roots }: { readonly ready: boolean; readonly chain: readonly Cause[]; readonly roots: readonly Cause[] },
  session: Session,
): string {
  const { out: style } = session.style;
  const steps = ready
    ? [`${style('green', '✓')} ${title} is ready: ${chain[0]?.message ?? ''}`]
    : chain.map(
        (cause) =>
          `${indent(cause)}${style('red', '✗')} ${style('bold', nameOf(cause))} ${cause.reason}: ${cause.message}${retryOf(cause)}`,
      );
  // What is ready can be in need of somebody all the same: others may fight over it.
  const remedies = (ready ? chain : roots).flatMap((cause) => (cause.remedy === undefined ? [] : [`  ${nameOf(cause)}: ${cause.remedy}`]));
  return [...steps, ...(remedies.length > 0 ? ['', style('bold', 'What to do:'), ...remedies] : [])].join('\n');
}

const indent = ({ depth }: Cause): string => (depth === 0 ? '' : `${'  '.repeat(depth - 1)}└ `);
const nameOf = ({ resource }: Cause): string => `${resource.kind}/${resource.name}`;
const retryOf = ({ attempt, nextAttemptAt }: Cause): string =>
  attempt === undefined ? '' : ` (attempt ${attempt}${nextAttemptAt === undefined ? '' : `, next at ${nextAttemptAt}`})`;
