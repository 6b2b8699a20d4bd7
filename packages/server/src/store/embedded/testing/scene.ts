/** Folders, processes and queries of one test, and the broom that follows it. */
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { openEmbedded, type Embedded } from '../embedded.ts';
import { openFolder } from '../folder.ts';
import { findPostmaster } from '../pid-file.ts';
import { stopPostmaster } from '../postmaster.ts';
import { startOwner, type OwnerProcess } from './start-owner.ts';

export const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined };

export interface Scene {
  /** An empty folder, private to us unless others may pass. */
  folder(options?: { readonly open?: boolean; readonly below?: string }): Promise<string>;
  owner(dir: string, identity?: { readonly uid?: number; readonly gid?: number }): OwnerProcess;
  open(dir: string, signal?: AbortSignal): Promise<Embedded>;
  sweep(): Promise<void>;
}

export function aScene(): Scene {
  const folders: string[] = [];
  const served = new Set<string>();
  const owners: OwnerProcess[] = [];
  const opened: Embedded[] = [];
  return {
    async folder({ open = true, below = tmpdir() } = {}) {
      const made = await realpath(await mkdtemp(join(below, 'ectropy-test-')));
      if (open) await chmod(made, 0o755);
      folders.push(made);
      return made;
    },
    owner(dir, identity) {
      served.add(dir);
      const owner = startOwner(dir, identity);
      owners.push(owner);
      return owner;
    },
    async open(dir, signal) {
      served.add(dir);
      const embedded = await openEmbedded({ dir, log: silent, ...(signal && { signal }) });
      opened.push(embedded);
      return embedded;
    },
    async sweep() {
      await Promise.all(opened.map((embedded) => embedded.close()));
      await Promise.all(owners.map((owner) => owner.end('SIGTERM')));
      for (const dir of served) await stopOrphan(dir);
      for (const path of folders) await rm(path, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function stopOrphan(dir: string): Promise<void> {
  const folder = await openFolder(dir);
  const orphan = await findPostmaster(folder.data);
  if (orphan) await stopPostmaster(orphan.pid, folder, { log: silent });
}

/** One statement on a connection of its own. */
export async function query(connection: Embedded['connection'], text: string): Promise<readonly unknown[]> {
  const client = new Client({ ...connection, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}
