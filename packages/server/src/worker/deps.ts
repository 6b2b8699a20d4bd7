import type { Log } from '@ectropy/sdk';
import type { Deps } from '../app/deps.ts';

/** What is counted about the work. */
export interface WorkMetrics {
  synced(kind: string, result: 'again' | 'done' | 'gone' | 'threw' | 'lost', seconds: number): void;
  driftDetected(kind: string): void;
  driftCorrected(kind: string): void;
  leaseLost(): void;
  becameReady(kind: string, seconds: number): void;
}

export interface WorkDeps extends Deps {
  readonly log: Log;
  readonly metrics: WorkMetrics;
  /** A step that takes longer counts as failed, whether or not the module listens to its signal. */
  readonly stepTimeoutMs: number;
}
