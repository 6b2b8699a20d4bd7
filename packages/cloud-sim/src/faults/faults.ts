/** Faults on demand: which of the ordered ones strikes a request. Chance is an argument, so a seed makes it repeatable. */
import type { FaultEffect, FaultOrder } from './order.ts';

export interface Fault extends FaultOrder {
  readonly id: string;
  readonly hits: number;
}

export interface Faults {
  add(order: FaultOrder): Fault;
  list(): readonly Fault[];
  /** How many have gone: all of them, or the one. */
  remove(id?: string): number;
  /** The first one that strikes this request, among those with such an effect. */
  strike(request: Struck, among: readonly FaultEffect[]): Fault | undefined;
  /** Counts a strike; after its last one a fault is gone. */
  spend(fault: Fault): void;
}

export interface Struck {
  readonly method: string;
  readonly path: string;
}

export function openFaults(random: () => number): Faults {
  const faults = new Map<string, Fault>();
  let count = 0;
  return {
    add(order) {
      count += 1;
      const fault = { id: `fault-${count}`, ...order, hits: 0 };
      faults.set(fault.id, fault);
      return fault;
    },
    list: () => [...faults.values()],
    remove(id) {
      const gone = id === undefined ? faults.size : Number(faults.has(id));
      if (id === undefined) faults.clear();
      else faults.delete(id);
      return gone;
    },
    strike: (request, among) => {
      const candidates = [...faults.values()].filter((fault) => among.includes(fault.effect) && concerns(fault, request));
      return candidates.find(({ rate }) => rate === undefined || random() < rate);
    },
    spend({ id }) {
      const fault = faults.get(id);
      if (!fault) return;
      if (fault.hits + 1 === fault.times) faults.delete(id);
      else faults.set(id, { ...fault, hits: fault.hits + 1 });
    },
  };
}

const concerns = ({ method, path = '/v1' }: FaultOrder, request: Struck): boolean =>
  (method === undefined || method === request.method) && request.path.startsWith(path);

/** A small generator with a seed (mulberry32): faults need repeatable chance, not secrecy. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
