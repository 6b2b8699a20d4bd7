import type { AccessContext } from '@ectropy/sdk';
import type { Memory } from './backend.ts';
import { type Fences, stampOf } from './fences.ts';
import { type Flights, orAborted } from './flight.ts';

export interface Reading {
  readonly fences: Fences;
  readonly flights: Flights;
  readonly now: () => number;
  /** How old an answer may become when nobody tells of a change. */
  readonly ttlMs: number;
  /** The same for «there is nothing». */
  readonly missTtlMs: number;
}

export interface Question<T> {
  readonly key: string;
  readonly fences: readonly string[];
  /** Whether what was remembered can be an answer at all: a shared cache may hold anything. */
  fits(value: unknown): value is T;
  ask(context: AccessContext): Promise<T>;
}

/**
 * Fences first, then what is remembered under exactly these, else the service. The stamp is part of the flight's name: nobody is answered
 * by work that began under older fences. Without fences nothing is remembered and nothing is believed: the service is asked.
 */
export async function readThrough<T>(question: Question<T>, backend: Memory, context: AccessContext, deps: Reading): Promise<T> {
  const stamp = await orAborted(stampOf(question.fences, deps.fences), context.signal);
  if (stamp === undefined) return question.ask(context);
  return deps.flights.join(`${stamp}${question.key}`, context.signal, async (signal) => {
    const found = await backend.get(question.key);
    if (found?.key === question.key && found.stamp === stamp && question.fits(found.value)) return found.value;
    return fill(question, stamp, backend, { ...context, signal }, deps);
  });
}

/** Stored under the fences that were read before the service was asked, whatever they are by now. */
async function fill<T>(question: Question<T>, stamp: string, backend: Memory, context: AccessContext, deps: Reading): Promise<T> {
  const { now, ttlMs, missTtlMs } = deps;
  const askedAt = now();
  const answer = await question.ask(context);
  const copy = frozenCopy(answer);
  if (copy === undefined) return answer;
  const ttl = (copy.value === null ? missTtlMs : ttlMs) - (now() - askedAt);
  if (ttl > 0) backend.set(question.key, { ...copy, key: question.key, stamp, ttlMs: ttl }).catch(() => undefined);
  return copy.value;
}

/** A copy of its own, that no reader can change for the others; `undefined` for what has no text, which is then not remembered. */
function frozenCopy<T>(value: T): { readonly value: T; readonly bytes: number } | undefined {
  try {
    const text = JSON.stringify(value);
    return { value: JSON.parse(text, freeze) as T, bytes: Buffer.byteLength(text) };
  } catch {
    return undefined;
  }
}

const freeze = (_key: string, value: unknown): unknown => Object.freeze(value);
