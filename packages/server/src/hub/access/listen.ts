import type { Accessor, Locator } from '@ectropy/sdk';
import { orAborted } from './cache/flight.ts';

export interface ListenDeps {
  readonly signal: AbortSignal;
  /** Resolves after so long, or when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  /** `undefined`: anything may have changed. */
  heard(at: Locator | undefined): Promise<void>;
  onTrouble(error: unknown): void;
}

const FIRST_WAIT_MS = 500;
const LAST_WAIT_MS = 30_000;

/** Hears what others change in the service, for as long as the server runs. A stream that ends or fails is begun again, ever more slowly. */
export async function listen(accessor: Accessor, { signal, wait, heard, onTrouble }: ListenDeps): Promise<void> {
  let waitMs = FIRST_WAIT_MS;
  while (!signal.aborted) {
    try {
      await heard(undefined); // whatever happened while nobody listened
      for await (const at of heedful(accessor, signal)) {
        await heard(at);
        waitMs = FIRST_WAIT_MS;
      }
    } catch (error) {
      if (!signal.aborted) onTrouble(error);
    }
    if (!signal.aborted) await wait(waitMs, signal);
    waitMs = Math.min(2 * waitMs, LAST_WAIT_MS);
  }
}

/** The service's stream, left at once when the signal aborts, even if the stream itself does not heed it. */
async function* heedful(accessor: Accessor, signal: AbortSignal): AsyncIterable<Locator | undefined> {
  const stream = accessor.notifications?.({ signal })[Symbol.asyncIterator]();
  if (!stream) return;
  for (;;) {
    const { done, value } = await orAborted(stream.next(), signal);
    if (done) return;
    yield value as Locator | undefined;
  }
}
