import type { Run } from './read.ts';

/** What is there already is only made young again, so that no trim takes it from a writer who is about to refer to it. */
export async function putBlob(run: Run, digest: string, bytes: Uint8Array): Promise<void> {
  await run({
    name: 'put-blob',
    text: `insert into blob (digest, bytes, seen_at) values ($1, $2, clock_timestamp()) on conflict (digest) do update set seen_at = excluded.seen_at`,
    values: [digest, bytes],
  });
}

/** No value is as long as this many bytes, and the database can add two such numbers. */
const FAR = 2 ** 30 - 1;

export async function blob(
  run: Run,
  digest: string,
  { offset, length }: { readonly offset: number; readonly length: number } = { offset: 0, length: FAR },
): Promise<Uint8Array | undefined> {
  const [row] = await run<{ bytes: Uint8Array }>({
    name: 'blob',
    text: 'select substring(bytes from $2 + 1 for $3) as bytes from blob where digest = $1',
    values: [digest, Math.min(offset, FAR), Math.min(length, FAR)],
  });
  return row?.bytes;
}
