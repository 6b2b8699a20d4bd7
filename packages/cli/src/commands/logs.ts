import { ProblemError } from '@ectropy/sdk';
import type { Exit } from '../exit.ts';
import type { Registrar } from '../program.ts';
import type { Session } from '../session.ts';
import { untilInterrupted } from '../terminal/interrupted.ts';
import { existing } from './existing.ts';
import { wholeNumber } from './get.ts';
import { type Located, pathOfOne } from './reference.ts';

interface LogsFlags {
  readonly follow?: boolean;
  readonly tail?: number;
}

export function registerLogs({ command, action }: Registrar): void {
  command('logs <kind> [name]', 'what the thing itself says, as it comes', [
    'ectropy logs cloudserver web-1 --tail 100',
    'ectropy logs -f cloudserver/web-1',
  ])
    .option('-f, --follow', 'go on with what comes, until Ctrl-C')
    .option('--tail <count>', 'only so many of the last lines', wholeNumber)
    .action(action(logs));
}

async function logs(session: Session, kind: string, name: string | undefined, { follow, tail }: LogsFlags): Promise<Exit> {
  const located = await pathOfOne(session, kind, name);
  if (!located.type.subresources.includes('logs')) throw await wordless(located, session);
  return untilInterrupted(session, ({ signal }) =>
    existing(session, located, async () => {
      const query = { ...(follow && { follow: true }), ...(tail !== undefined && { tailLines: tail }) };
      const decoder = new TextDecoder();
      // Raw: whoever asks for a log wants it as it is.
      for await (const chunk of session.api.chunks(`${located.path}/logs`, { accept: '*/*', query, signal }))
        session.io.stdout.write(decoder.decode(chunk, { stream: true }));
    }),
  );
}

async function wordless({ type }: Located, session: Session): Promise<ProblemError> {
  const others = (await session.types()).filter(({ subresources }) => subresources.includes('logs')).map(({ kind }) => kind);
  return new ProblemError({
    code: 'unsupported',
    message: `resources of kind ${type.kind} have no logs`,
    hint: others.length > 0 ? `those of ${others.join(', ')} have; see also \`ectropy events\`` : 'see `ectropy events`',
  });
}
