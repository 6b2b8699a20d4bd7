/** What has been counted since the start. Only `effects` counts from the beginning of the ledger. */
import { type FaultEffect, effects } from './faults/order.ts';
import type { RefusalCode } from './refusal.ts';

export interface Stats {
  replayed(): void;
  unchanged(): void;
  refused(code: RefusalCode): void;
  struck(effect: FaultEffect): void;
  show(effectsInLedger: number): Readonly<Record<string, unknown>>;
}

const count = <Key>(counts: Map<Key, number>, key: Key): void => void counts.set(key, (counts.get(key) ?? 0) + 1);

export function openStats(): Stats {
  let replays = 0;
  let noops = 0;
  const refusals = new Map<RefusalCode, number>();
  const faults = new Map<FaultEffect, number>(effects.map((effect) => [effect, 0]));
  return {
    replayed: () => void (replays += 1),
    unchanged: () => void (noops += 1),
    refused: (code) => count(refusals, code),
    struck: (effect) => count(faults, effect),
    show: (inLedger) => ({
      effects: inLedger,
      replays,
      noops,
      staleFences: refusals.get('stale_fence') ?? 0,
      keysReused: refusals.get('key_reused') ?? 0,
      lost: faults.get('lost') ?? 0,
      refusals: Object.fromEntries(refusals),
      faults: Object.fromEntries(faults),
    }),
  };
}
