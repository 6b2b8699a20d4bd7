/** A history, readable by people and comparable by machines. */
import { createHash } from 'node:crypto';
import type { Happened } from './stage.ts';

export const lineOf = ({ at, who, what }: Happened): string => `${(at / 1_000).toFixed(4).padStart(10)} s  ${who.padEnd(12)} ${what}`;

/** Two runs of a seed have the same one, in any process. */
export const digestOf = (history: readonly Happened[]): string => createHash('sha256').update(history.map(lineOf).join('\n')).digest('hex');
