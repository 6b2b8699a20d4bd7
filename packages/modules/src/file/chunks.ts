import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

const CHUNK = 64 * 1024;

/** Not following and not blocking, so that what has become a link or a pipe in the meantime does no harm. */
export const openToRead = (target: string): Promise<FileHandle> =>
  open(target, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);

/** A file's bytes from `start` to its end. Not a stream, because one whose signal has aborted throws where nobody can catch it. */
export async function* chunks(handle: FileHandle, signal: AbortSignal, start = 0): AsyncGenerator<Buffer> {
  let at = start;
  while (true) {
    signal.throwIfAborted();
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(CHUNK), 0, CHUNK, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
