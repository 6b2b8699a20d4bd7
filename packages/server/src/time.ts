/** Time as an argument: whoever waits is given a clock, the machine's own or a simulated one. */

/** Ends the waiting; ending it again, or after it has happened, does nothing. */
export type Cancel = () => void;

export interface Time {
  /** Milliseconds since some moment. Never goes back, whatever the calendar does. */
  elapsed(): number;
  /** Once, after so long. */
  after(ms: number, work: () => void): Cancel;
  /** Again and again. Keeps no process alive. */
  every(ms: number, work: () => void): Cancel;
}

export const realTime: Time = {
  elapsed: () => performance.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
  every(ms, work) {
    const timer = setInterval(work, ms);
    timer.unref();
    return () => clearInterval(timer);
  },
};

/** Until the time has passed; throws the signal's reason when that aborts before. */
export async function sleep({ after }: Pick<Time, 'after'>, ms: number, signal?: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const onAbort = (): void => reject(signal?.reason);
  const cancel = after(ms, resolve);
  signal?.addEventListener('abort', onAbort);
  if (signal?.aborted) onAbort();
  try {
    await promise;
  } finally {
    cancel();
    signal?.removeEventListener('abort', onAbort);
  }
}

/** Until the promise settles, but not longer than so long: `false` when the time passed first. */
export async function within({ after }: Pick<Time, 'after'>, ms: number, promise: Promise<unknown>): Promise<boolean> {
  const { promise: timed, resolve } = Promise.withResolvers<false>();
  const cancel = after(ms, () => resolve(false));
  try {
    return await Promise.race([promise.then(() => true), timed]);
  } finally {
    cancel();
  }
}
