/** As whom PostgreSQL runs: it refuses to be root, and we may be root. */
import { ProblemError } from '@ectropy/sdk';
import type { Binaries } from './binaries.ts';
import { run, type Command } from './command.ts';
import { handOver, type Owner } from './folder.ts';

/**
 * `self` changes nothing. `setuid` becomes another user, who must be able to reach the folder and the programs.
 * `namespace` stays who we are for the files and is nobody in a namespace of its own: it works below a private `/root`.
 */
export interface Account extends Owner {
  readonly via: 'self' | 'setuid' | 'namespace';
}

const nobody = 65534;

/** The command, run as the account. Neither way forks: the process id that we see is that of the program. */
export function commandAs({ via, uid, gid }: Account, file: string, args: readonly string[], { env }: Binaries): Command {
  if (via === 'self') return { file, args, env };
  if (via === 'setuid') return { file, args, uid, gid, env };
  return { file: 'unshare', args: ['--user', `--map-user=${nobody}`, `--map-group=${nobody}`, '--', file, ...args], env };
}

/** The accounts worth trying, best first. The owner of existing data is first, so that nothing has to change hands. */
export function accountsFor(us: Owner, owner: Owner | undefined): readonly Account[] {
  const self: Account = { ...us, via: 'self' };
  const namespace: Account = { ...us, via: 'namespace' };
  const other: Account = { uid: nobody, gid: nobody, via: 'setuid' };
  if (us.uid !== 0) return [self, namespace];
  if (!owner) return [other, namespace];
  if (owner.uid === 0) return [namespace, other];
  return [{ uid: owner.uid, gid: owner.gid, via: 'setuid' }, namespace];
}

export interface Settled {
  readonly account: Account;
  /** The major version of the programs. */
  readonly version: string;
}

/** `initdb` also insists on a name for its user id, which a container may not have. */
const reachable = 'cd "$1" && exec "$2" --version';
const reachableByName = `id -un >/dev/null && ${reachable}`;

/** Takes the first account that really can work in `path`, and hands `path` over to it. */
export async function settleAccount(
  path: string,
  {
    home,
    binaries,
    owner,
    byName,
  }: { readonly home: string; readonly binaries: Binaries; readonly owner?: Owner; readonly byName: boolean },
): Promise<Settled> {
  const complaints: string[] = [];
  for (const account of accountsFor({ uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }, owner)) {
    const script = byName ? reachableByName : reachable;
    const probe = await run(commandAs(account, '/bin/sh', ['-c', script, 'sh', home, binaries.postgres], binaries));
    const refusal = probe.ok ? await refusalOf(handOver(path, account)) : probe.complaint;
    if (refusal === undefined) return { account, version: /\d+/.exec(probe.stdout)?.[0] ?? '' };
    complaints.push(`${account.via}: ${refusal}`);
  }
  throw new ProblemError({
    code: 'unsupported',
    message: `the embedded PostgreSQL cannot run in ${home} (${complaints.join('; ')})`,
    hint: 'run the server as an ordinary user who owns the folder, or configure the address of a PostgreSQL',
  });
}

async function refusalOf(work: Promise<void>): Promise<string | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
