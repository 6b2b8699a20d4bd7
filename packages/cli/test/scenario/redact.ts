/** What differs from run to run, and from machine to machine, in one place: it reads as on one day, on one machine. */
import { inFixedOrder } from './progress.ts';

const TIME = '2026-01-01T12:00:00Z';

const redactions: readonly (readonly [RegExp, string])[] = [
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, TIME],
  [/(?<= {2}|\()(?:\d+[dhms])+(?= {2}| ago\)|$)/g, '3s'],
  [/\S*\/ectropy-scenario-\w{6}/g, '/home/you'],
  [/(resourceVersion"?: )['"]?\d+['"]?/g, '$1"42"'],
];

export const redact = (line: string): string => redactions.reduce((text, [pattern, by]) => text.replaceAll(pattern, by), line).trimEnd();

/** What a reader may see as it was on some day, but what is never the same again. */
const passing: readonly (readonly [RegExp, string])[] = [
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:\.\d+)?\b/g, '<id>'],
  [/\b(net|srv|dsk|op)-[0-9a-z]{13}\b/g, '<$1>'],
  [/\bfence \d+/g, 'fence <n>'],
  // A redacted cell changes the width of its column.
  [/(\S) {2,}/g, '$1  '],
];

const bare = (line: string): string => passing.reduce((text, [pattern, by]) => text.replaceAll(pattern, by), redact(line));

/** Two outputs say the same when these are equal. */
export const comparable = (lines: readonly string[]): readonly string[] => inFixedOrder(lines.map(bare));
