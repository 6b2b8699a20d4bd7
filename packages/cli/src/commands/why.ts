import type { Json } from '@ectropy/sdk';
import type { Exit } from '../exit.ts';
import { asData } from '../output/data.ts';
import { type OutputFlag, pathOfOne } from './reference.ts';
import type { Registrar } from '../program.ts';
import type { Session } from '../session.ts';

interface Cause {
  readonly resource: { readonly kind: string; readonly name: string; readonly namespace?: string };
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
  session.print(asData(answer as unknown as Json, output) ?? showWhy(title, answer, session));
  return 'done';
}

function showWhy(
  title: string,
  { ready, chain, roots }: { readonly ready: boolean; readonly chain: readonly Cause[]; readonly roots: readonly Cause[] },
  session: Session,
): string {
  const { out: style } = session.style;
  if (ready) return `${style('green', '✓')} ${title} is ready: ${chain[0]?.message ?? ''}`;
  const steps = chain.map(
    (cause, i) =>
      `${'  '.repeat(i)}${i > 0 ? '└ ' : ''}${style('red', '✗')} ${style('bold', nameOf(cause))} ${cause.reason}: ${cause.message}${retryOf(cause)}`,
  );
  const remedies = roots.flatMap((cause) => (cause.remedy === undefined ? [] : [`  ${nameOf(cause)}: ${cause.remedy}`]));
  return [...steps, ...(remedies.length > 0 ? ['', style('bold', 'What to do:'), ...remedies] : [])].join('\n');
}

const nameOf = ({ resource }: Cause): string => `${resource.kind}/${resource.name}`;
const retryOf = ({ attempt, nextAttemptAt }: Cause): string =>
  attempt === undefined ? '' : ` (attempt ${attempt}${nextAttemptAt === undefined ? '' : `, next at ${nextAttemptAt}`})`;
