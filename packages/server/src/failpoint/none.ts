import type { Failpoint } from './names.ts';

/** What everybody runs: nothing happens here. `armed.ts` takes its place under the condition `armed`, in torture only. */
export const at = (_name: Failpoint): Promise<void> | undefined => undefined;
