/** Lines that follow the work: `CloudServer/web-1: Pending`. */
const PROGRESS = /^([A-Z]\w*\/\S+): [A-Z][a-z]+\b/;
/** Whether anybody sees a resource in one of these depends on who is faster. */
const ON_THE_WAY = /^\S+: (?:Pending|Blocked|Correcting|Replacing|Deleting)\b/;

const titleOf = (line: string): string => PROGRESS.exec(line)?.[1] ?? '';

/** The same for all ways in which it can happen: by resource, without what it only passes through. */
export function inFixedOrder(lines: readonly string[]): readonly string[] {
  const settled: string[] = [];
  let run: string[] = [];
  for (const line of [...lines, undefined]) {
    if (line !== undefined && titleOf(line) !== '') run.push(line);
    else {
      settled.push(...settle(run), ...(line === undefined ? [] : [line]));
      run = [];
    }
  }
  return settled;
}

const settle = (run: readonly string[]): readonly string[] =>
  [...Map.groupBy(run, titleOf)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, lines]) => lines.filter((line, i) => i === lines.length - 1 || !ON_THE_WAY.test(line)));
