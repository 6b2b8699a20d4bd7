/** JSON as the doors take it in: what cannot be kept exactly, or cannot be stored at all, is refused with its path. */
import { type Json, type Path, type Problem, ProblemError } from '@ectropy/sdk';

export const MAX_DEPTH = 64;
const MAX_PROBLEMS = 20;
/** A body of so many values takes the server a quarter of a second; nobody else is served meanwhile. */
const MAX_VALUES = 100_000;

/** Keys that reach an object's prototype in careless code, ours or a module's. */
const forbidden = new Set(['__proto__', 'constructor', 'prototype']);

/** Reads one document. If a key stands twice in an object the last one wins, as everywhere in JavaScript. */
export function parseJson(text: string): Json {
  refuseUnreadable(text);
  const value = parse(text);
  const [first, ...rest] = inspect(value);
  if (first) throw new ProblemError([first, ...rest]);
  return value;
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw new ProblemError({ code: 'invalid', message: `the body is not valid JSON: ${sayWhere(text, error)}` }, { cause: error });
  }
}

const sayWhere = (text: string, error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error);
  if (/ at position \d/.test(message)) return message;
  const at = positionOf(text, message);
  return at === undefined ? message : `${message} at position ${at}`;
};

const LONGEST_SEARCHED = 256 * 1024;

/**
 * V8 names the position of most errors, but not of a wrong token. The shortest prefix that has the same complaint ends with it,
 * so a binary search finds it; very long bodies go without, because every probe parses again.
 */
function positionOf(text: string, message: string): number | undefined {
  if (message.startsWith('Unexpected end')) return text.length;
  if (text.length > LONGEST_SEARCHED) return undefined;
  let [low, high] = [1, text.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (hasWrongToken(text.slice(0, middle))) high = middle;
    else low = middle + 1;
  }
  return low - 1;
}

function hasWrongToken(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch (error) {
    return error instanceof Error && error.message.startsWith('Unexpected token');
  }
}

/** Before parsing: a body of brackets alone takes the parser most of a second. */
function refuseUnreadable(text: string): void {
  let depth = 0;
  let values = 1;
  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case QUOTE:
        i = endOfString(text, i);
        break;
      case COMMA:
        values++;
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        depth--;
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        depth++;
        values++;
        if (depth > MAX_DEPTH) throw tooDeep(i);
    }
    if (values > MAX_VALUES) throw tooMany();
  }
}

const [QUOTE, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT, BACKSLASH] = [0x22, 0x2c, 0x5b, 0x5d, 0x7b, 0x7d, 0x5c];

const tooDeep = (at: number): ProblemError =>
  new ProblemError({
    code: 'invalid',
    message: `the body is nested deeper than ${MAX_DEPTH} levels at position ${at}`,
    hint: 'make it flatter',
  });

const tooMany = (): ProblemError =>
  new ProblemError({ code: 'too_large', message: `the body holds more than ${MAX_VALUES} values`, hint: 'send less in one request' });

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
}

/** By an odd number of backslashes before it. No backslash is counted twice: a run of them ends at the quote before. */
function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === BACKSLASH) before--;
  return (at - before) % 2 === 0;
}

/** Every reason why a parsed document cannot be taken, each with its path. */
function inspect(document: Json): readonly Problem[] {
  const problems: Problem[] = [];
  const path: (string | number)[] = [];

  const visit = (value: Json): void => {
    if (problems.length >= MAX_PROBLEMS) return;
    const problem = leafProblem(value, path);
    if (problem) problems.push(problem);
    else if (Array.isArray(value)) value.forEach((item: Json, i) => within(i, () => visit(item)));
    else if (typeof value === 'object' && value !== null)
      for (const [key, item] of Object.entries(value)) within(key, () => enter(key, item));
  };
  const enter = (key: string, item: Json): void => void (badKey(key) ? problems.push(keyProblem(path)) : visit(item));
  const within = (part: string | number, work: () => void): void => {
    path.push(part);
    work();
    path.pop();
  };

  visit(document);
  return problems;
}

const invalid = (path: Path, message: string, hint: string): Problem => ({ code: 'invalid', path: [...path], message, hint });

const badKey = (key: string): boolean => forbidden.has(key) || unstorable(key);

/** PostgreSQL can keep neither U+0000 nor half of a surrogate pair. */
export const unstorable = (text: string): boolean => text.includes('\u0000') || !text.isWellFormed();

const keyProblem = (path: Path): Problem => invalid(path, 'is not allowed as a key', 'use another name');

function leafProblem(value: Json, path: Path): Problem | undefined {
  if (typeof value === 'string' && unstorable(value))
    return invalid(path, 'must not contain U+0000 or half of a surrogate pair', 'remove the character, or send the bytes as base64');
  // By value, not by notation: 1e20 comes back from the store as 100000000000000000000 and must not be refused only then.
  if (typeof value === 'number' && !(Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value))))
    return invalid(path, 'must be between -(2^53-1) and 2^53-1, or the number would not be kept exactly', 'send it as a string');
  return undefined;
}
