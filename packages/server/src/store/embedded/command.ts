import { execFile } from 'node:child_process';

/** A program with everything that decides how it runs. Its environment is never that of the server. */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly uid?: number;
  readonly gid?: number;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Finished {
  readonly ok: boolean;
  readonly stdout: string;
  /** What the program complained about, or why it could not run at all. */
  readonly complaint: string;
}

/** Messages stay English and times UTC, whatever the terminal says; `PG*` variables of the user have no say. */
export const plainEnv = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', TZ: 'UTC' } as const;

/** Runs a program to its end. Failure is an answer; only an abort throws. */
export async function run(
  { file, args, env, ...identity }: Command,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<Finished> {
  const options = { ...identity, env: { ...plainEnv, ...env }, cwd: '/', ...(signal && { signal }) };
  const finished = await new Promise<Finished>((resolve) => {
    try {
      execFile(file, [...args], options, (error, stdout, stderr) => {
        resolve({ ok: error === null, stdout, complaint: stderr.trim() || (error?.message ?? '') });
      });
    } catch (error) {
      // A user id that this process may not take is thrown, not reported.
      resolve({ ok: false, stdout: '', complaint: String(error) });
    }
  });
  signal?.throwIfAborted();
  return finished;
}
