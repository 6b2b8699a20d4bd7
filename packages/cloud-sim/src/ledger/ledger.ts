/** The ledger on disk: JSON lines, appended in groups with one fsync each. What `durable` has answered for survives `kill -9` and power loss. */
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '../refusal.ts';
import type { Entry, Mark } from '../world/model.ts';
import { type Line, linesOf } from './lines.ts';

export interface Ledger {
  readonly path: string;
  /** Takes a line into the next group. */
  append(line: Entry | Mark): void;
  /** Resolves when all that has been appended is on disk, and rejects for ever once the disk has failed. */
  durable(): Promise<void>;
  /** Entries behind that number that are on disk. */
  read(after: number, limit: number): Promise<readonly Entry[]>;
  close(): Promise<void>;
}

/** Opens the ledger of a folder, cuts off a torn tail, and hands every line to `each` in order. */
export async function openLedger(folder: string, each: (line: Entry | Mark) => void): Promise<Ledger> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, 'ledger.jsonl');
  const file = await open(path, 'a+');
  try {
    const ends = [0];
    const size = await replay(file, path, ends, each);
    await syncFolder(folder);
    return appending(file, path, ends, size);
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** `ends[n]` is where entry n ends, so an entry is found without an index on disk. */
async function replay(file: FileHandle, path: string, ends: number[], each: (line: Entry | Mark) => void): Promise<number> {
  const lines = linesOf(file);
  for (let number = 1; ; number++) {
    const step = await lines.next();
    if (step.done) {
      if (step.value.tail > 0) await file.truncate(step.value.end);
      await file.sync();
      return step.value.end;
    }
    const line = parsed(step.value, ends.length, `${path}, line ${number}`);
    if ('seq' in line) ends.push(step.value.end);
    each(line);
  }
}

/** Whole lines were answered for: a damaged one is for a person to judge, never skipped. */
function parsed({ text }: Line, seq: number, where: string): Entry | Mark {
  try {
    const line = JSON.parse(text) as Entry | Mark;
    if ('mark' in line || line.seq === seq) return line;
  } catch {
    throw new Error(`The ledger is damaged: ${where} is not JSON. Repair it or move it away.`);
  }
  throw new Error(`The ledger is damaged: ${where} is not entry ${seq}. Repair it or move it away.`);
}

function appending(file: FileHandle, path: string, ends: number[], opened: number): Ledger {
  let size = opened;
  let written = opened;
  let lines: string[] = [];
  let gathering: Promise<void> | undefined;
  let writing: Promise<void> = Promise.resolve();

  const write = async (): Promise<void> => {
    const group = Buffer.from(lines.join(''));
    lines = [];
    gathering = undefined;
    await store(file, group);
    written += group.length;
  };
  const durable = (): Promise<void> => gathering ?? writing;
  return {
    path,
    append(line) {
      const text = `${JSON.stringify(line)}\n`;
      lines.push(text);
      size += Buffer.byteLength(text);
      if ('seq' in line) ends.push(size);
      if (gathering) return;
      gathering = writing.then(write);
      writing = gathering;
      writing.catch(() => undefined);
    },
    durable,
    read: (after, limit) => read(file, ends, { after, limit, written }),
    async close() {
      await durable().finally(() => file.close());
    },
  };
}

/** After a failure nobody knows what the disk holds, so the ledger takes nothing more until it is opened again. */
async function store(file: FileHandle, group: Buffer): Promise<void> {
  try {
    for (let done = 0; done < group.length;) done += (await file.write(group, done)).bytesWritten;
    await file.datasync();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Refusal('unavailable', `The ledger cannot be written (${reason}); start the cloud again when that is mended.`);
  }
}

interface Page {
  readonly after: number;
  readonly limit: number;
  readonly written: number;
}

async function read(file: FileHandle, ends: readonly number[], { after, limit, written }: Page): Promise<readonly Entry[]> {
  const start = ends[after];
  const end = ends[Math.min(after + limit, ends.length - 1)];
  if (start === undefined || end === undefined || end <= start) return [];
  const length = Math.min(end, written) - start;
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(Math.max(0, length)), 0, Math.max(0, length), start);
  const lines = buffer.toString('utf8', 0, bytesRead).split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Entry | Mark).filter((line): line is Entry => 'seq' in line);
}

/** A new file is there after a power loss only when its folder has been synced too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
