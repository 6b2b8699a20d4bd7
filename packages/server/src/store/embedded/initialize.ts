/** The data folder is made once, aside, and appears complete under its name or not at all. */
import { chmod, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ProblemError } from '@ectropy/sdk';
import { commandAs, settleAccount } from './account.ts';
import type { Binaries } from './binaries.ts';
import { run } from './command.ts';
import { errorCode, unlessMissing } from './error-code.ts';
import type { Folder } from './folder.ts';
import { exists } from './pid-file.ts';

export const user = 'ectropy';

/** The major version that made the data folder, or undefined when there is none. */
export const dataVersion = async ({ data }: Folder): Promise<string | undefined> =>
  (await unlessMissing(readFile(join(data, 'PG_VERSION'), 'utf8')))?.trim();

/** Makes the data folder if it is missing. Of two that do so at once, the first to finish wins and both use its folder. */
export async function initialize(folder: Folder, binaries: Binaries, { signal }: { readonly signal?: AbortSignal }): Promise<void> {
  if (await dataVersion(folder)) return;
  await removeAbandoned(folder);
  const aside = join(folder.home, `${prefix}${process.pid}`);
  try {
    await rm(aside, { recursive: true, force: true });
    await mkdir(aside);
    await chmod(aside, 0o700);
    await initdb(aside, folder, binaries, signal);
    await moveInto(folder, aside);
  } finally {
    await rm(aside, { recursive: true, force: true, maxRetries: 5 });
  }
}

const prefix = 'initdb-';

async function initdb(aside: string, { home }: Folder, binaries: Binaries, signal: AbortSignal | undefined): Promise<void> {
  const { account } = await settleAccount(aside, { home, binaries, byName: true });
  const args = [`--pgdata=${aside}`, `--username=${user}`, '--encoding=UTF8', '--locale=C', '--auth-local=trust', '--auth-host=reject'];
  const finished = await run(commandAs(account, binaries.initdb, args, binaries), signal && { signal });
  if (finished.ok) return;
  throw new ProblemError({ code: 'unavailable', message: `initdb failed in ${home}: ${finished.complaint}` });
}

async function moveInto(folder: Folder, aside: string): Promise<void> {
  try {
    await rename(aside, folder.data);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(errorCode(error) ?? '')) throw error;
    if (await dataVersion(folder)) return;
    const message = `${folder.data} exists and is not a data folder of PostgreSQL`;
    throw new ProblemError({ code: 'invalid', message, hint: 'move it away, or choose another folder' }, { cause: error });
  }
  // What is acknowledged later must not hang on a name that a power failure can take back.
  await using handle = await open(folder.home, 'r');
  await handle.sync();
}

/** What a killed start has left behind. */
async function removeAbandoned({ home }: Folder): Promise<void> {
  const names = (await readdir(home)).filter((name) => name.startsWith(prefix));
  for (const name of names) {
    if (exists(Number(name.slice(prefix.length)))) continue;
    // An orphaned initdb may still be writing; then the next start removes the rest.
    await rm(join(home, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  }
}
