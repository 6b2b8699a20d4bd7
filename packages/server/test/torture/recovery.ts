/** What somebody held when they were interrupted, and how long it took until somebody went on with it. */
import { setTimeout as pass } from 'node:timers/promises';
import type { Collection } from '@ectropy/cloud-sim';
import type { Database } from './database.ts';
import type { Fault, Interrupted, Place } from './oracle/history.ts';

export interface Recovery extends AsyncDisposable {
  /** Whoever has this process number is interrupted now; nobody in particular: all of them are. */
  interrupted(by: string, at: number, pid?: number): Promise<void>;
  /** As long as they live. */
  fails(by: string, at: number): void;
  /** Who was interrupted when, whether or not they held anything. */
  faults(): readonly Fault[];
  /** Those that went on, and those that have not yet. */
  all(): readonly Interrupted[];
  open(): number;
}

type LeaseRow = {
  readonly urn: string;
  readonly token: string;
  readonly owner: string | null;
};

interface Open extends Interrupted {
  readonly token: string;
}

const EVERY_MS = 100;
const kinds: Readonly<Record<string, Collection>> = { cloud_network: 'networks', cloud_server: 'servers', cloud_disk: 'disks' };

/** `urn:ectropy:cloud_server:trial:s0a`, whatever stands before the kind. */
export function placeOfUrn(urn: string): Place {
  const parts = urn.split(':');
  return `${kinds[parts.at(-3) ?? ''] ?? parts.at(-3)}/${parts.at(-1)}`;
}

const held = 'select s.urn, s.token::text as token, s.lease_owner as owner from ectropy.schedule s';

/** It has gone on when another turn was given, the turn has ended, or it is not there any more. */
const hasGoneOn = (open: Open, row: LeaseRow | undefined): boolean => row === undefined || row.owner === null || row.token !== open.token;

export function openRecovery(database: Database): Recovery {
  const waiting = new Map<string, Open>();
  const done: Interrupted[] = [];
  const faults: Fault[] = [];
  const closing = new AbortController();

  const look = async (): Promise<void> => {
    if (waiting.size === 0) return;
    const urns = [...waiting.keys()];
    const rows = await database.query<LeaseRow>(`${held} where s.urn = any($1)`, [urns]);
    const now = Date.now();
    for (const urn of urns) {
      const open = waiting.get(urn);
      if (
        !open ||
        !hasGoneOn(
          open,
          rows.find((row) => row.urn === urn),
        )
      )
        continue;
      waiting.delete(urn);
      done.push({ place: open.place, by: open.by, at: open.at, ms: now - open.at });
    }
  };
  const looking = (async () => {
    while (!closing.signal.aborted) {
      await look();
      await pass(EVERY_MS);
    }
  })();

  return {
    faults: () => faults,
    fails: (by, at) => void faults.push({ by, at, lasts: true }),
    async interrupted(by, at, pid) {
      faults.push({ by, at });
      const whose = pid === undefined ? 'lease_owner is not null' : `lease_owner like '%/${pid}/%'`;
      const rows = await database.query<LeaseRow>(`${held} where s.${whose} and s.due_at is not null`);
      for (const { urn, token } of rows) if (!waiting.has(urn)) waiting.set(urn, { place: placeOfUrn(urn), by, at, token });
    },
    all: () => [...done, ...[...waiting.values()].map(({ place, by, at }) => ({ place, by, at }))],
    open: () => waiting.size,
    async [Symbol.asyncDispose]() {
      closing.abort();
      await looking;
    },
  };
}
