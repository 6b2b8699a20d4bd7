/** One writer at a time for a resource that another service holds, over all servers: the service itself knows no versions of ours. */
import { ProblemError } from '@ectropy/sdk';
import { formatUrn, type Identity, type Urn } from '../core/urn.ts';
import { sleep } from '../time.ts';
import type { Deps } from './deps.ts';

/** A turn that was not ended after so long belongs to a writer that is no more: it gives up well before. */
const TURN_MS = 20_000;
const WAIT_MS = 60_000;
const LAST_PAUSE_MS = 64;

/**
 * Turns are numbered by a fence, and each is taken under a key that can be taken once: whoever takes it works alone until it raises the
 * fence. Whatever is read inside was written by turns that are over.
 */
export async function exclusively<T>(identity: Identity, deps: Deps, deed: () => Promise<T>): Promise<T> {
  const source = deps.kinds.find(identity.kind)?.accessor ?? identity.kind; // one thing in the service, whatever it is called here
  const urn = formatUrn({ ...identity, kind: source });
  const fence = JSON.stringify(['turn', urn]);
  await take(fence, urn, deps);
  try {
    return await deed();
  } finally {
    await deps.store.raiseFences([fence]).catch(() => undefined); // the turn ends by its age then
  }
}

async function take(fence: string, urn: Urn, deps: Deps): Promise<void> {
  const { store, now, newId, roll, signal, time } = deps;
  const began = now();
  let since = { turn: '', at: began };
  for (let tries = 1; ; tries += 1) {
    const turn = (await store.fences([fence])).get(fence) ?? '0';
    if (turn !== since.turn) since = { turn, at: now() };
    const taken = await store.commit({ writes: [], idempotency: { key: `${fence}:${turn}`, fingerprint: newId() } });
    if (taken.type !== 'refused') return;
    if (now() - since.at > TURN_MS) await store.raiseFences([fence]);
    if (now() - began > WAIT_MS) throw busy(urn);
    await sleep(time, 1 + Math.round(roll() * Math.min(2 ** tries, LAST_PAUSE_MS)), signal);
  }
}

const busy = (urn: Urn): ProblemError =>
  new ProblemError({
    code: 'conflict',
    message: `resource with urn '${urn}' keeps being changed by others`,
    hint: 'try again later',
    retryAfterMs: 1_000,
  });
