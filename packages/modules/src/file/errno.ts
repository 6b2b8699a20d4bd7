import { ProblemError, type ProblemCode } from '@ectropy/sdk';

/** What the system calls answer, in the words of problems. Codes that are not here are bugs or surprises: `internal`. */
const problems: Readonly<Record<string, readonly [ProblemCode, string]>> = {
  EACCES: ['denied', 'the server has no permission'],
  EPERM: ['denied', 'the server has no permission'],
  EROFS: ['denied', 'the file system is read-only'],
  ELOOP: ['conflict', 'a symbolic link stands in its place'],
  ENOTDIR: ['conflict', 'a part of the path is not a folder'],
  EISDIR: ['conflict', 'a folder stands in its place'],
  ENAMETOOLONG: ['invalid', 'the path is too long for the file system'],
  ENOENT: ['conflict', 'it was moved at the same moment'],
  ENOSPC: ['unavailable', 'the file system is full'],
  EDQUOT: ['unavailable', 'the quota is used up'],
  EMFILE: ['unavailable', 'too many files are open'],
  EIO: ['unavailable', 'the disk reports an error'],
};

export const errnoOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
};

/** Runs `deed` and tells its trouble by the relative path: the system's own messages would show where the root is. */
export async function inWords<T>(what: string, deed: () => Promise<T>): Promise<T> {
  try {
    return await deed();
  } catch (error) {
    const errno = errnoOf(error);
    if (!/^E[A-Z]+$/.test(errno)) throw error;
    const [code, why] = problems[errno] ?? ['internal', errno];
    throw new ProblemError({ code, message: `cannot ${what}: ${why}` }, { cause: error });
  }
}

/** The value, or `undefined` when the system answers with one of `errnos`. */
export async function unless<T>(promise: Promise<T>, ...errnos: readonly string[]): Promise<T | undefined> {
  try {
    return await promise;
  } catch (error) {
    if (errnos.includes(errnoOf(error))) return undefined;
    throw error;
  }
}
