/** Files of this person that are changed whole or not at all. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ProblemError } from '@ectropy/sdk';

/** `undefined` when there is no such file. */
export function textOf(file: string, unreadable: (why: string) => ProblemError): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw unreadable(error instanceof Error ? error.message : String(error));
  }
}

/** For its owner only. Where a link leads elsewhere, the file there is replaced and the link stays. */
export function replaceFile(file: string, text: string): void {
  const target = targetOf(file);
  const temporary = `${target}.${randomUUID()}`;
  try {
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    writeFileSync(temporary, text, { mode: 0o600, flag: 'wx' });
    moveInto(target, temporary);
  } catch (error) {
    throw new ProblemError({ code: 'invalid', message: `cannot write ${file}: ${error instanceof Error ? error.message : String(error)}` });
  }
}

function moveInto(target: string, temporary: string): void {
  try {
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function targetOf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}
