/** The embedded PostgreSQL for a test file: one server in a folder of its own, and as many empty databases as it has tests. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { Embedded } from '../store/embedded/embedded.ts';
import { createDatabase, type Database } from './databases.ts';

const silent = (): void => undefined;

let opened: Promise<Embedded> | undefined;

/** Opened at the first call in a test file and closed after its last test; to be imported at the top of the file. */
export const sharedEmbedded = (): Promise<Embedded> => (opened ??= open());

async function open(): Promise<Embedded> {
  const { openEmbedded } = await import('../store/embedded/embedded.ts');
  const dir = await mkdtemp(join(tmpdir(), 'ectropy-embedded-'));
  const embedded = await openEmbedded({ dir, log: { debug: silent, info: silent, warn: silent } });
  const close = async (): Promise<void> => {
    await embedded.close();
    await rm(dir, { recursive: true, force: true });
  };
  return { ...embedded, connection: embedded.connection, close, [Symbol.asyncDispose]: close };
}

afterAll(async () => {
  await (await opened)?.close();
});

export async function freshEmbeddedDatabase(): Promise<Database<Embedded['connection']>> {
  const { connection } = await sharedEmbedded();
  return createDatabase(connection, (database) => ({ ...connection, database }));
}
