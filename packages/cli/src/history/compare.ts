/** What changed from one revision to another. */
import { type Change, type JsonObject, showPath } from '@ectropy/sdk';
import { diff } from '@ectropy/server/client';
import type { Revision } from '../api/revisions.ts';

const declared = ({ spec, labels = {}, annotations = {} }: Revision): JsonObject => ({ spec, labels, annotations });

export const compare = (before: Revision, after: Revision): readonly Change[] => diff(declared(before), declared(after));

const MOST_NAMED = 3;
const MOST_SHOWN = 40;

/** `replicas: 2 → 5, +2 more`; the first revision has nothing before it. */
export function inOneLine(before: Revision | undefined, after: Revision): string {
  if (!before) return after.revision === 1 ? 'first declared' : '';
  const all = compare(before, after);
  if (all.length === 0) return 'nothing (declared again)';
  const named = all.slice(0, MOST_NAMED).map(brief);
  return [...named, ...(all.length > MOST_NAMED ? [`+${all.length - MOST_NAMED} more`] : [])].join(', ');
}

function brief({ path, before, after }: Change): string {
  const where = showPath(path[0] === 'spec' && path.length > 1 ? path.slice(1) : path);
  if (before === undefined) return `+${where}${short(after)}`;
  return after === undefined ? `-${where}` : `${where}: ${value(before)} → ${value(after)}`;
}

const short = (given: Change['after']): string => (typeof given === 'object' ? '' : `: ${value(given)}`);

function value(given: Change['before']): string {
  const text = typeof given === 'string' ? given.trim() : (JSON.stringify(given) ?? '');
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text === '' ? '""' : text;
}
