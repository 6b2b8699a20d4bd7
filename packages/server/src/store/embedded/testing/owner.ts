/** A server reduced to its store: opens the folder, says what it got in one line, closes on SIGTERM. */
import { problemsOf } from '@ectropy/sdk';
import { openEmbedded } from '../embedded.ts';
import type { Said } from './start-owner.ts';

const say = (said: Said): boolean => process.stdout.write(`${JSON.stringify(said)}\n`);
const log = { debug: () => undefined, info: () => undefined, warn: (message: string) => void process.stderr.write(`${message}\n`) };
const abort = new AbortController();
process.once('SIGTERM', () => abort.abort());

try {
  const embedded = await openEmbedded({ dir: process.argv[2] ?? '', log, signal: abort.signal });
  say({ type: 'open', pid: embedded.pid, adopted: embedded.adopted, connection: embedded.connection });
  if (!abort.signal.aborted) await new Promise((resolve) => abort.signal.addEventListener('abort', resolve, { once: true }));
  await embedded.close();
} catch (error) {
  const { code, message } = problemsOf(error)[0];
  say({ type: 'refused', code, message });
}
