import { ProblemError, type Host, type Step, type Subject } from '@ectropy/sdk';
import { check } from './check.ts';
import { isAway } from './away.ts';
import { outputOf, type ServerMemo, type ServerSpec } from './spec.ts';

const FIRST_MS = 1_000;
const LONGEST_MS = 15_000;

/** What was never there is a problem of whoever declared it; a server that has gone away is waited for, however long that takes. */
export async function sync({ spec }: Subject<ServerSpec>, { misses }: ServerMemo, host: Host): Promise<Step<ServerMemo>> {
  try {
    const { version } = await check(spec, host);
    return { type: 'done', output: outputOf(spec, version) };
  } catch (error) {
    if (misses === undefined || !isAway(error)) throw error;
    return { type: 'again', memo: { todo: 'check', misses: misses + 1 }, afterMs: pauseMs(misses), progress: sentenceOf(error) };
  }
}

/** 1, 2, 4, 8, then every 15 seconds. */
export const pauseMs = (misses: number): number => Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(misses, 10));

const sentenceOf = ({ problem: { message, hint } }: ProblemError): string => (hint === undefined ? message : `${message}; ${hint}`);
