/** All that must hold of a run. */
import { acksKept } from './acks.ts';
import { deletesKept, deletesWanted } from './deletes.ts';
import { callsBounded, effectsOnce, fencesRise, rebootsOnce } from './effects.ts';
import type { Check, History, Violation } from './history.ts';
import { leasesExclusive, leasesRenewed } from './leases.ts';
import { readyIsTrue } from './ready.ts';
import { recovered } from './recovery.ts';
import { revisionsKept } from './revisions.ts';
import { settled } from './settled.ts';
import { watchesComplete } from './watches.ts';

const unbroken: Check = ({ crashes }) => crashes.map((text) => ({ law: 'no process ends by itself', text }));

export const checks: readonly Check[] = [
  unbroken,
  settled,
  acksKept,
  effectsOnce,
  readyIsTrue,
  rebootsOnce,
  fencesRise,
  deletesWanted,
  deletesKept,
  watchesComplete,
  callsBounded,
  recovered,
  leasesExclusive,
  leasesRenewed,
  revisionsKept,
];

export const judge = (history: History): readonly Violation[] => checks.flatMap((check) => check(history));
