/** What differs from run to run, and from machine to machine, in one place: it reads as on one day, on one machine. */
import { inFixedOrder } from './progress.ts';

type Redaction = readonly [pattern: RegExp, by: string];

const redactions: readonly Redaction[] = [
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, '2026-01-01T12:00:00Z'],
  [/(?<= {2}|\()(?:\d+[dhms])+(?= {2}| ago\)|$)/g, '3s'],
  [/[^\s='"]*\/ectropy-scenario-\w{6}/g, '/home/you'],
  [/(?<=resourceVersion"?: ['"]?)\d+/g, '42'],
  [/(?<=\boid"?: )\d+/g, '16384'],
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '00000000-0000-4000-8000-000000000000'],
  [/(?<=^(?:client|server) +)\d+\.\d+\.\d+\S*/g, '0.1.0'],
  [/\(Node \d+\.\d+\.\d+, \w+\/\w+\)/g, '(Node 24.0.0, linux/x64)'],
  [/\d+ %/g, '50 %'],
];

/** What is written down. */
export const redact = (line: string): string => replaced(line.trimEnd(), redactions);

/** What a reader may see as it was on some day, but what is never the same again. */
const passing: readonly Redaction[] = [
  [/\b(net|srv|dsk|op)-[0-9a-z]{13}\b/g, '<$1>'],
  [/(?<=0{12})\.\d+/g, ''],
  // Of two that are made at once, either may be first.
  [/\b(10\.\d+\.0)\.\d+\b(?!\/)/g, '$1.<n>'],
  [/\bfence \d+/g, 'fence <n>'],
  [/\battempt \d+/g, 'attempt <n>'],
  // A redacted cell changes the width of its column.
  [/(\S) {2,}/g, '$1  '],
];

/** Two outputs say the same when these are equal. */
export const comparable = (lines: readonly string[]): readonly string[] =>
  inFixedOrder(lines.map((line) => replaced(redact(line), passing)));

const replaced = (line: string, by: readonly Redaction[]): string =>
  by.reduce((text, [pattern, value]) => text.replaceAll(pattern, value), line);
