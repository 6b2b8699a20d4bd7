/** What the suite takes from the platform. Every platform that runs tests has it; the contracts compile without one. */
interface Platform {
  readonly AbortController: new () => { readonly signal: AbortSignal; abort(): void };
  setTimeout(call: () => void, afterMs: number): unknown;
}

const platform = globalThis as unknown as Platform;

export const abortController = (): { readonly signal: AbortSignal; abort(): void } => new platform.AbortController();

export const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    platform.setTimeout(resolve, ms);
  });

/** Whether a promise settles in time, with a value or an error. */
export const settles = (promise: Promise<unknown>, withinMs: number): Promise<boolean> =>
  Promise.race([
    promise.then(
      () => true,
      () => true,
    ),
    sleep(withinMs).then(() => false),
  ]);
