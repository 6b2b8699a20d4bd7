/** A transcript: prose, commands after `$ `, and what they printed. The same text is documentation, script and expectation. */

export interface Step {
  readonly command: string;
  readonly expected: readonly string[];
  /** How it is expected to end; 0 unless a line `[exit N]` says otherwise. */
  readonly exit: number;
  /** Where the output stands: lines of the transcript, from and to. */
  readonly from: number;
  readonly to: number;
}

const PROMPT = '$ ';
const ANYTHING = '...';
const EXIT = /^\[exit (\d+)\]$/;

/** `#` lines and empty lines before a command are prose. */
export function stepsOf(text: string): readonly Step[] {
  const lines = text.split('\n');
  const steps: Step[] = [];
  for (let i = 0; i < lines.length; i++) {
    if (!lines[i]?.startsWith(PROMPT)) continue;
    const { command, next: from } = commandAt(lines, i);
    let to = from;
    while (to < lines.length && !isProse(lines[to] ?? '')) to++;
    while (to > from && lines[to - 1] === '') to--;
    const output = lines.slice(from, to);
    const [, exit = '0'] = EXIT.exec(output.at(-1) ?? '') ?? [];
    steps.push({ command, expected: exit === '0' ? output : output.slice(0, -1), exit: Number(exit), from, to });
    i = to - 1;
  }
  return steps;
}

/** Commands go on in the next line after a backslash, and up to the word that ends a here-document. */
function commandAt(lines: readonly string[], at: number): { readonly command: string; readonly next: number } {
  let command = lines[at]?.slice(PROMPT.length) ?? '';
  let next = at + 1;
  while (command.endsWith('\\') && next < lines.length) command = `${command.slice(0, -1)}${(lines[next++] ?? '').trimStart()}`;
  const [, word] = /<<'?(\w+)'?/.exec(command) ?? [];
  if (word === undefined) return { command, next };
  const end = lines.indexOf(word, next);
  if (end < 0) throw new Error(`line ${at + 1}: nothing ends the here-document ${word}`);
  return { command: [command, ...lines.slice(next, end + 1)].join('\n'), next: end + 1 };
}

const isProse = (line: string): boolean => line.startsWith(PROMPT) || line.startsWith('# ') || line === '#';

/** The transcript with what has really been printed in place of what did not fit. */
export function rewritten(text: string, outputs: ReadonlyMap<Step, readonly string[]>): string {
  const lines = text.split('\n');
  for (const [{ from, to, command }, output] of [...outputs].sort(([a], [b]) => b.from - a.from)) {
    const prose = output.find(isProse);
    if (prose !== undefined) throw new Error(`what ${JSON.stringify(command)} prints cannot be told from prose: ${prose}`);
    lines.splice(from, to - from, ...output);
  }
  return lines.join('\n');
}

export const shownOutput = (lines: readonly string[], exit: number): readonly string[] =>
  exit === 0 ? lines : [...lines, `[exit ${exit}]`];

/** `...` stands for any number of lines. */
export function fits(actual: readonly string[], expected: readonly string[]): boolean {
  const [head = [], ...parts] = partsOf(expected);
  const tail = parts.pop();
  if (tail === undefined) return actual.length === head.length && isAt(head, actual, 0);
  if (!isAt(head, actual, 0)) return false;
  let at = head.length;
  for (const part of parts) {
    while (at <= actual.length && !isAt(part, actual, at)) at++;
    at += part.length;
  }
  return at <= actual.length - tail.length && isAt(tail, actual, actual.length - tail.length);
}

const isAt = (part: readonly string[], lines: readonly string[], at: number): boolean => part.every((line, i) => lines[at + i] === line);

/** What stands before, between and after the `...` lines. */
function partsOf(lines: readonly string[]): readonly (readonly string[])[] {
  const parts: string[][] = [[]];
  for (const line of lines) {
    if (line === ANYTHING) parts.push([]);
    else parts.at(-1)?.push(line);
  }
  return parts;
}
