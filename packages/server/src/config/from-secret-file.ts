import { resolve } from 'node:path';
import type { Problem } from '@ectropy/sdk';
import type { ReadFile } from './from-file.ts';
import { invalid } from './given.ts';
import type { Given } from './given.ts';

/** A secret as container platforms and service managers hand it over: in a file that a variable names. The line end after it does not count. */
export function fromSecretFile(file: string, as: string, readFile: ReadFile, cwd: string): Given | Problem {
  try {
    return { text: readFile(resolve(cwd, file)).trim(), as, folder: cwd };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'it is no text';
    const reason = code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${code})`;
    return invalid(`${as}: must be a readable file (got "${file}"): ${reason}`);
  }
}
