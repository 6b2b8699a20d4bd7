/** All figures, by the names that `npm run bench` takes, in the order in which they are measured. */
import type { Figure } from './figure.ts';
import { apply } from './figures/apply.ts';
import { converge } from './figures/converge.ts';
import { embedded } from './figures/embedded.ts';
import { flat } from './figures/flat.ts';
import { latency } from './figures/latency.ts';
import { reads } from './figures/reads.ts';
import { start } from './figures/start.ts';
import { sync } from './figures/sync.ts';
import { watch } from './figures/watch.ts';

export const figures: Readonly<Record<string, Figure>> = { apply, sync, flat, latency, reads, watch, converge, start, embedded };
