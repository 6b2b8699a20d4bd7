import { onTestFinished } from 'vitest';
import type { Store } from '../port.ts';

/** An empty store that is closed at the end of the test. */
export type Open = () => Promise<Store>;

export const opener =
  (open: Open): Open =>
  async () => {
    const store = await open();
    onTestFinished(() => store.close());
    return store;
  };
