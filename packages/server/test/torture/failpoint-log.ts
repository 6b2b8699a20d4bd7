/** How often each failpoint was reached and has acted, over all processes of a run. */
import { type FileHandle, open } from 'node:fs/promises';
import { type Failpoint, failpoints } from '../../src/failpoint/names.ts';

export interface Reached {
  readonly hits: number;
  readonly fired: number;
}

export interface FailpointLog extends AsyncDisposable {
  readonly file: string;
  counts(): Promise<Readonly<Record<Failpoint, Reached>>>;
}

interface Line {
  readonly pid: number;
  readonly name: Failpoint;
  readonly hits: number;
  readonly fired?: string;
}

/** Process numbers come round again: what one life has counted is kept when the next one counts from the beginning. */
export async function openFailpointLog(file: string): Promise<FailpointLog> {
  const handle = await open(file, 'a+');
  const hits = new Map<Failpoint, number>();
  const fired = new Map<Failpoint, number>();
  const last = new Map<string, number>();
  let at = 0;
  const take = ({ pid, name, hits: count, fired: acted }: Line): void => {
    const before = last.get(`${pid} ${name}`) ?? 0;
    hits.set(name, (hits.get(name) ?? 0) + (count >= before ? count - before : count));
    last.set(`${pid} ${name}`, count);
    if (acted !== undefined) fired.set(name, (fired.get(name) ?? 0) + 1);
  };
  const readOn = async (): Promise<void> => {
    const text = await readFrom(handle, at);
    const end = text.lastIndexOf('\n') + 1;
    at += Buffer.byteLength(text.slice(0, end));
    for (const line of text.slice(0, end).split('\n')) if (line !== '') take(JSON.parse(line) as Line);
  };
  let reading = Promise.resolve();
  const read = (): Promise<void> => (reading = reading.then(readOn)); // one after the other, so that nothing is read twice
  return {
    file,
    async counts() {
      await read();
      return Object.fromEntries(failpoints.map((name) => [name, { hits: hits.get(name) ?? 0, fired: fired.get(name) ?? 0 }])) as Readonly<
        Record<Failpoint, Reached>
      >;
    },
    [Symbol.asyncDispose]: () => handle.close(),
  };
}

async function readFrom(handle: FileHandle, from: number): Promise<string> {
  const { size } = await handle.stat();
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.max(0, size - from)), 0, Math.max(0, size - from), from);
  return buffer.toString('utf8', 0, bytesRead);
}
