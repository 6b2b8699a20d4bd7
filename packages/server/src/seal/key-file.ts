/** The file with the keys: read once at the start, and made where the server keeps its own store. */
import { link, mkdir, open, readFile, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Log, ProblemError } from '@ectropy/sdk';
import { KEY_BYTES, type Keyring, readKeys } from './keyring.ts';

export interface KeyFileOptions {
  readonly file: string;
  /** Make it where it is absent. Not where other servers must have the same. */
  readonly make: boolean;
  readonly log: Log;
  readonly randomBytes: (size: number) => Uint8Array;
}

export async function openKeyring({ file, make, log, randomBytes }: KeyFileOptions): Promise<Keyring> {
  const text = (await read(file)) ?? (make ? await made(file, log, randomBytes) : undefined);
  if (text === undefined) {
    log.info('there is no key for secrets, so that none can be stored', { file });
    return { file, keys: [] };
  }
  await warnIfExposed(file, log);
  return { file, keys: readKeys(text, file) };
}

async function read(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new ProblemError(
      {
        code: 'denied',
        message: `cannot read the key for secrets from ${file} (${codeOf(error)})`,
        hint: 'let the user that the server runs as read it, and nobody else',
      },
      { cause: error },
    );
  }
}

/** Written elsewhere, then linked to its place: whoever finds the file finds all of it, and of two servers one makes it. */
async function made(file: string, log: Log, randomBytes: KeyFileOptions['randomBytes']): Promise<string | undefined> {
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${Buffer.from(randomBytes(6)).toString('hex')}`;
  await writeDurably(draft, `${Buffer.from(randomBytes(KEY_BYTES)).toString('base64')}\n`);
  try {
    await link(draft, file);
    log.info('made a key for secrets; without it they cannot be read, so keep a copy of it apart from the data', { file });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
  await syncFolder(dirname(file));
  return read(file);
}

async function writeDurably(file: string, text: string): Promise<void> {
  await using handle = await open(file, 'wx', 0o600);
  await handle.writeFile(text);
  await handle.sync();
}

async function syncFolder(dir: string): Promise<void> {
  await using handle = await open(dir, 'r');
  await handle.sync();
}

async function warnIfExposed(file: string, log: Log): Promise<void> {
  const { mode } = await stat(file);
  if ((mode & 0o077) !== 0)
    log.warn('others than its owner can reach the key for secrets; make it private with chmod 600', {
      file,
      mode: (mode & 0o777).toString(8).padStart(4, '0'),
    });
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;
