import { type Failpoint, failpoints } from '../names.ts';

export type Mode =
  | { readonly type: 'kill'; readonly afterMs: number }
  | { readonly type: 'throw' | 'hang' }
  | { readonly type: 'delay'; readonly ms: number };

export interface Order {
  readonly name: Failpoint;
  readonly mode: Mode;
  /** At the n-th hit, once; or at every n-th. */
  readonly nth: number;
  readonly every: boolean;
}

const shape = /^(?<name>[a-z.-]+)=(?<mode>kill|throw|hang|delay)(?:[:+](?<ms>\d+))?@(?<every>every:)?(?<nth>[1-9]\d*)$/;

/** `worker.before-call=kill+5@12;worker.heartbeat=throw@every:2`. What is not understood is refused: a fault that silently does not happen proves nothing. */
export const readScript = (text: string): readonly Order[] =>
  text
    .split(';')
    .filter((part) => part.trim() !== '')
    .map(readOrder);

function readOrder(text: string): Order {
  const { name, mode, ms = '0', every, nth } = shape.exec(text.trim())?.groups ?? {};
  const known = failpoints.find((one) => one === name);
  if (known === undefined || mode === undefined)
    throw new Error(`'${text}' is no failpoint: write <name>=<mode>@<n>, such as worker.claimed=kill@3`);
  return { name: known, mode: modeOf(mode, Number(ms)), nth: Number(nth), every: every !== undefined };
}

function modeOf(mode: string, ms: number): Mode {
  if (mode === 'kill') return { type: 'kill', afterMs: ms };
  if (mode === 'delay') return { type: 'delay', ms };
  return { type: mode === 'hang' ? 'hang' : 'throw' };
}

export const isDue = ({ nth, every }: Order, hits: number): boolean => (every ? hits % nth === 0 : hits === nth);
