import { readFileSync } from 'node:fs';
import { isObject, type Json, problemsOf } from '@ectropy/sdk';
import type { Exit } from '../exit.ts';
import { asData } from '../output/data.ts';
import type { Registrar } from '../program.ts';
import type { Session } from '../session.ts';

interface VersionFlags {
  readonly client?: boolean;
  readonly output: string;
}

/** Of this command, from the package that it came in. */
export const clientVersion = (): string => {
  const own = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { readonly version: string };
  return own.version;
};

export function registerVersion({ command, action }: Registrar): void {
  command('version', 'show the versions of the command and of the server', ['ectropy version', 'ectropy version --client -o json'])
    .option('--client', 'of the command only')
    .option('-o, --output <format>', 'table, json or yaml', 'table')
    .action(action(version));
}

const WITHIN_MS = 5_000;

async function version(session: Session, { client = false, output }: VersionFlags): Promise<Exit> {
  const own = { version: clientVersion(), node: process.version.slice(1), platform: `${process.platform}/${process.arch}` };
  const server = client ? undefined : await serverVersion(session);
  const told = server && ('version' in server ? { server } : { server: null });
  const data = asData({ client: own, ...told }, output);
  session.print(data ?? `client  ${own.version}  (Node ${own.node}, ${own.platform})`);
  if (!server) return 'done';
  if ('problem' in server) session.say(`server  unknown: ${server.problem}`);
  else if (data === undefined) session.print(`server  ${String(server.version)}  at ${session.api.server}`);
  return 'done';
}

/** That it cannot be reached is an answer, too. */
async function serverVersion({
  api,
}: Session): Promise<{ readonly version: Json; readonly address: string } | { readonly problem: string }> {
  try {
    const answer = await api.call('/version', { signal: AbortSignal.timeout(WITHIN_MS) });
    const { version: said, gitVersion } = isObject(answer) ? answer : {};
    return { version: said ?? gitVersion ?? null, address: api.server };
  } catch (error) {
    return { problem: problemsOf(error)[0].message };
  }
}
