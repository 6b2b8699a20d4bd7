/** How far a resource has come, from what the server says about it. */
import type { Document } from '../api/document.ts';

export type Aim = 'present' | 'absent';

export interface Verdict {
  readonly state: 'working' | 'done' | 'failed';
  /** One word. */
  readonly phase: string;
  /** What is being done, or stands in the way; resources by URN, as the server names them. */
  readonly note: string;
}

/** Nothing works on these any more, although they may not be as declared. */
const resting = new Set(['Ready', 'Drifted', 'Missing', 'Contested', 'Paused']);

/** The word says it all. */
export const moving: ReadonlySet<string> = new Set(['Pending', 'Deleting', 'Correcting', 'Replacing']);

export function judge({ metadata, status }: Document, aim: Aim): Verdict {
  const phase = status?.phase;
  if (phase === undefined)
    return aim === 'present' ? { state: 'done', phase: 'Stored', note: '' } : { state: 'working', phase: 'Deleting', note: '' };
  const note = noteOf(status);
  if (phase === 'Failed') return { state: 'failed', phase, note };
  if (aim === 'absent') return { state: 'working', phase, note };
  if (metadata.deletionTimestamp !== undefined) return { state: 'failed', phase, note: 'it is being deleted' };
  const isCurrent = phase === 'Paused' || (status?.observedGeneration ?? 0) >= (metadata.generation ?? 0);
  const state = resting.has(phase) && isCurrent ? 'done' : 'working';
  return { state, phase, note: phase === 'Ready' ? '' : note };
}

function noteOf(status: Document['status']): string {
  const blockers = status?.blockedBy ?? [];
  if (blockers.length > 0) return `waits for ${blockers.map(({ urn }) => urn).join(', ')}`;
  if (status?.problem) return status.problem.message;
  return (
    status?.progress ?? (moving.has(status?.phase ?? '') ? '' : (status?.conditions?.find(({ type }) => type === 'Ready')?.message ?? ''))
  );
}
