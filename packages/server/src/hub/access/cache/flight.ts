import { ProblemError } from '@ectropy/sdk';

/** One piece of work for many waiters. */
export interface Flights {
  /**
   * Joins the work under way at this key, or begins it. A waiter whose signal aborts leaves the others alone; when the last one has
   * left, the work is aborted. What it throws goes to all who wait.
   */
  join<T>(key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** How many pieces of work are under way. */
  readonly size: number;
}

interface Flight {
  readonly result: Promise<unknown>;
  readonly abort: () => void;
  waiters: number;
}

export function openFlights(): Flights {
  const flights = new Map<string, Flight>();
  const leave = (key: string, flight: Flight): void => {
    if (flights.get(key) === flight) flights.delete(key);
  };
  const begin = (key: string, work: (signal: AbortSignal) => Promise<unknown>): Flight => {
    const controller = new AbortController();
    const result = work(controller.signal);
    const flight = { result, abort: () => controller.abort(), waiters: 0 };
    flights.set(key, flight);
    const over = (): void => leave(key, flight);
    result.then(over, over);
    return flight;
  };
  return {
    get size() {
      return flights.size;
    },
    async join<T>(key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
      if (signal.aborted) throw cancelled();
      const flight = flights.get(key) ?? begin(key, work);
      flight.waiters += 1;
      try {
        return (await orAborted(flight.result, signal)) as T;
      } finally {
        flight.waiters -= 1;
        if (flight.waiters === 0 && flights.get(key) === flight) {
          leave(key, flight);
          flight.abort();
        }
      }
    },
  };
}

/** What the promise says, unless the signal aborts first; the promise itself goes on. */
export function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(cancelled());
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

const cancelled = (): ProblemError => new ProblemError({ code: 'cancelled', message: 'whoever asked has gone' });
