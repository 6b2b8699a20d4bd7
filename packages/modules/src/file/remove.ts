import { rm, rmdir } from 'node:fs/promises';
import { ProblemError } from '@ectropy/sdk';
import { errnoOf, unless } from './errno.ts';
import type { Seen } from './look.ts';
import { settleFolder, type Place } from './place.ts';
import type { FileSpec } from './spec.ts';

/** Takes away what stands there: a link itself and not what it leads to, and a full folder only when the spec allows it. */
export async function remove({ target, folder }: Place, { type }: Pick<Seen, 'type'>, spec: FileSpec): Promise<void> {
  if (type === 'missing') return;
  if (type !== 'directory') await rm(target, { force: true });
  else if (spec.recursive) await rm(target, { recursive: true, force: true });
  else await removeEmpty(target, spec.path);
  await settleFolder(folder);
}

async function removeEmpty(target: string, path: string): Promise<void> {
  try {
    await unless(rmdir(target), 'ENOENT');
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(errnoOf(error))) throw error;
    const hint = 'empty it, or set spec.recursive to true, which can still be done now, to remove it with all that is in it';
    throw new ProblemError(
      { code: 'conflict', path: ['spec', 'path'], message: `the folder ${path} is not empty`, hint },
      { cause: error },
    );
  }
}
