/** Functions over texts. Patterns are matched in linear time, and each is compiled once. */
import { type CelFunc, celFunc, celMethod, CelScalar, listType } from '@bufbuild/cel';
import { strings } from '@bufbuild/cel/ext';
import { RE2JS } from 're2js';
import { type Meter, spend } from './meter.ts';

const { BOOL, INT, STRING } = CelScalar;
const TEXTS = listType(STRING);
const MAX_COMPILED = 500;
const MAX_PATTERN = 1_000;

/** The oldest is forgotten: patterns may come from documents. */
function patterns(): (pattern: string) => RE2JS {
  const compiled = new Map<string, RE2JS>();
  return (pattern) => {
    const known = compiled.get(pattern);
    if (known) return known;
    if (pattern.length > MAX_PATTERN) throw new Error(`a pattern is longer than ${MAX_PATTERN} characters`);
    const made = RE2JS.compile(pattern);
    const [oldest] = compiled.keys();
    if (compiled.size >= MAX_COMPILED && oldest !== undefined) compiled.delete(oldest);
    compiled.set(pattern, made);
    return made;
  };
}

export function stringFunctions(meter: Meter): CelFunc[] {
  const compile = patterns();
  const matches = (text: string, pattern: string): boolean => compile(pattern).matcher(text).find();
  const all = (text: string, pattern: string, limit: number): string[] => {
    const matcher = compile(pattern).matcher(text);
    const found: string[] = [];
    while (found.length < limit && matcher.find()) found.push(matcher.group() ?? '');
    return found;
  };
  return [
    ...strings,
    celFunc('matches', [STRING, STRING], BOOL, matches),
    celMethod('matches', STRING, [STRING], BOOL, function (pattern) {
      return matches(String(this), pattern);
    }),
    celMethod('find', STRING, [STRING], STRING, function (pattern) {
      return all(String(this), pattern, 1)[0] ?? '';
    }),
    celMethod('findAll', STRING, [STRING], TEXTS, function (pattern) {
      return all(String(this), pattern, Number.POSITIVE_INFINITY);
    }),
    celMethod('findAll', STRING, [STRING, INT], TEXTS, function (pattern, limit) {
      return all(String(this), pattern, limit < 0n ? Number.POSITIVE_INFINITY : Number(limit));
    }),
    celMethod('replace', STRING, [STRING, STRING], STRING, function (from, to) {
      return replace(meter, String(this), from, to, -1);
    }),
    celMethod('replace', STRING, [STRING, STRING, INT], STRING, function (from, to, limit) {
      return replace(meter, String(this), from, to, Number(limit));
    }),
  ];
}

/** Paid by what comes out, which may be far longer than what went in. A negative limit is none. */
function replace(meter: Meter, text: string, from: string, to: string, limit: number): string {
  const parts = from === '' ? ['', ...text, ''] : text.split(from);
  const times = limit < 0 ? parts.length - 1 : Math.min(limit, parts.length - 1);
  spend(meter, (text.length + times * to.length) / 16);
  return (
    parts.slice(0, times + 1).join(to) +
    parts
      .slice(times + 1)
      .map((part) => from + part)
      .join('')
  );
}
