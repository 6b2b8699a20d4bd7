/** A primary and its synchronous standby: what is committed on the one is on the disk of the other. */
import { rmSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../src/testing/free-port.ts';
import { until } from '../../src/testing/until.ts';
import { aNode, type Node, run, user } from './node.ts';

export interface Pair extends AsyncDisposable {
  readonly primary: Node;
  readonly standby: Node;
  /** As operators give it: both, and whoever takes writes. */
  readonly url: string;
}

/** Commits wait for the standby; a few settings make tests quick without touching that. */
const settings = [
  'synchronous_commit=on',
  'max_connections=200',
  'wal_receiver_status_interval=1s',
  'shared_buffers=32MB',
  'max_wal_senders=4',
];
/** The primary's own: it stays so when the primary comes back alone. */
const replicated = [...settings, 'synchronous_standby_names=second'];

export async function startPair(programs: string): Promise<Pair> {
  const dir = await mkdtemp(join(tmpdir(), 'ectropy-failover-'));
  if (user.uid !== undefined) await chown(dir, user.uid, user.gid);
  const [one, two] = [await freePort(), await freePort()];
  const first = join(dir, 'first');
  const second = join(dir, 'second');
  await run(programs, 'initdb', ['-D', first, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'], dir);
  const primary = aNode(programs, first, one, replicated);
  const standby = aNode(programs, second, two, settings);
  const abandon = (): void => {
    for (const node of [primary, standby]) node.abandon();
    rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  };
  process.once('exit', abandon); // also when the run ends without its teardown
  const close = async (): Promise<void> => {
    process.off('exit', abandon);
    await Promise.all([primary.stop(), standby.stop()]);
    await rm(dir, { recursive: true, force: true });
  };
  try {
    await primary.start();
    const source = `host=127.0.0.1 port=${one} user=postgres application_name=second`;
    await run(programs, 'pg_basebackup', ['-D', second, '-d', source, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'], dir);
    await standby.start();
    await until(async () => (await synchronous(primary)) === 'sync', { timeoutMs: 30_000, what: 'a synchronous standby' });
  } catch (error) {
    await close();
    throw error;
  }
  const url = `postgres://postgres@127.0.0.1:${one},127.0.0.1:${two}/postgres?target_session_attrs=read-write`;
  return { primary, standby, url, [Symbol.asyncDispose]: close };
}

const synchronous = async (primary: Node): Promise<unknown> =>
  (await primary.query<{ sync_state: string }>('select sync_state from pg_stat_replication'))[0]?.sync_state;
