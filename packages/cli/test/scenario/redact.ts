/** What differs from run to run, and from machine to machine, in one place: it reads as on one day, on one machine. */
import { inFixedOrder } from './progress.ts';

const TIME = '2026-01-01T12:00:00Z';

const redactions: readonly (readonly [RegExp, string])[] = [
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, TIME],
  [/\S*\/ectropy-scenario-\w{6}/g, '/home/you'],
  [/(resourceVersion"?: )['"]?\d+['"]?/g, '$1"42"'],
];

export const redact = (line: string): string => redactions.reduce((text, [pattern, by]) => text.replaceAll(pattern, by), line).trimEnd();

/** A redacted cell changes the width of its column. */
const bare = (line: string): string => redact(line).replaceAll(/(\S) {2,}/g, '$1  ');

/** Two outputs say the same when these are equal. */
export const comparable = (lines: readonly string[]): readonly string[] => inFixedOrder(lines.map(bare));
