/** What a look has found, and what becomes of it. */
import type { Document } from '../api/document.ts';
import type { Style } from '../terminal/style.ts';

export interface Finding {
  readonly result: 'in-order' | 'differs' | 'unknown';
  /** Each differing field: `size: "small" → "large"`, declared and found. */
  readonly differences: readonly string[];
  /** What happens now. */
  readonly next: string;
}

/** How the server tells that nothing is there. */
const MISSING = '"(present)" → "(missing)"';

/** By these a resource says what is to be done. */
const POLICY = ' (annotations drift and management)';

const nexts: Readonly<Record<string, string>> = {
  Correcting: 'it is being put back as declared',
  Drifted: `it is left as it was found, as its policy says${POLICY}`,
  Missing: `it is not made again, as its policy says${POLICY}`,
  Contested: 'it was put back too often, so nothing is written any more; find out who changes it, then `ectropy retry`',
  Failed: 'it could not be put back; `ectropy why` tells more',
};

export function findingOf({ metadata, status }: Document): Finding {
  const phase = status?.phase ?? '';
  if (status?.problem && !status.drift && phase !== 'Correcting')
    return { result: 'unknown', differences: [], next: `it could not be looked at: ${status.problem.message}` };
  const differences = status?.drift ?? (phase === 'Missing' ? [MISSING] : []);
  const ignores = Object.entries(metadata.annotations ?? {}).some(([key, value]) => key.endsWith('/drift') && value === 'ignore');
  if (differences.length === 0)
    return { result: 'in-order', differences: [], next: ignores ? 'what differs is ignored, as its policy says' : '' };
  return { result: 'differs', differences: differences.map(inWords), next: nexts[phase] ?? '`ectropy why` tells what becomes of it' };
}

const inWords = (difference: string): string => (difference === MISSING ? 'it does not exist any more' : difference);

export function showFinding({ title, result, differences, next }: Finding & { readonly title: string }, style: Style): string {
  if (result === 'in-order') return `${style('green', '✓')} ${title}${next === '' ? ' is as declared' : `: ${next}`}`;
  if (result === 'unknown') return `${style('red', '✗')} ${title}: ${next}`;
  const fields = differences.map((difference) => `      ${difference}`);
  return [`${style('yellow', '~')} ${style('bold', title)} differs from what is declared (declared → found):`, ...fields, `  ${next}`].join(
    '\n',
  );
}
