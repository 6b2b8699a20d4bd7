/** A fingerprint is a digest of the request, which may hold a password: it is stored under a key, so that nobody can guess from it. */
import { createHmac } from 'node:crypto';
import type { Idempotency } from '../store/port.ts';
import { derive, type Keyring, type SealKey } from './keyring.ts';

const keyed = (key: SealKey, { key: name, fingerprint }: Idempotency): Idempotency => ({
  key: name,
  fingerprint: createHmac('sha256', derive(key, 'fingerprint')).update(fingerprint).digest('hex'),
});

/** By the key that seals; where another request seems to have used the name, by the keys that sealed before it. */
export async function byAnyKey<Outcome>(
  idempotency: Idempotency | undefined,
  { keys: [first, ...others] }: Keyring,
  isMisused: (outcome: Outcome) => boolean,
  attempt: (keyed: Idempotency | undefined) => Promise<Outcome>,
): Promise<Outcome> {
  if (!idempotency || !first) return attempt(undefined);
  let outcome = await attempt(keyed(first, idempotency));
  for (const key of others) {
    if (!isMisused(outcome)) return outcome;
    outcome = await attempt(keyed(key, idempotency));
  }
  return outcome;
}
