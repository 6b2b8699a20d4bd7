/** Lines that follow the work: `CloudServer/web-1: Pending`. Those of one resource come in order, those of different ones as they happen. */
const PROGRESS =
  /^([A-Z]\w*\/\S+): (?:Pending|Blocked|Ready|Deleting|Deleted|Failed|Correcting|Drifted|Missing|Contested|Paused|Stored|Gone)\b/;

const titleOf = (line: string): string | undefined => PROGRESS.exec(line)?.[1];

/** Runs of such lines sorted by resource, so that two of them can be compared. */
export function inFixedOrder(lines: readonly string[]): readonly string[] {
  const sorted: string[] = [];
  for (let i = 0; i < lines.length; i++) {
    const from = i;
    while (titleOf(lines[i] ?? '') !== undefined) i++;
    sorted.push(...lines.slice(from, i).sort((a, b) => compare(titleOf(a), titleOf(b))));
    if (i < lines.length) sorted.push(lines[i] ?? '');
  }
  return sorted;
}

const compare = (a = '', b = ''): number => (a < b ? -1 : a > b ? 1 : 0);
