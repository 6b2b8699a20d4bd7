import { MAX_DEPTH, MAX_TOLD, type Note, tooDeep, Unreadable } from './raw.ts';
import { type Place, placeAt } from './places.ts';

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d];
const [COMMA, COLON, SPACE, TAB, LINE_FEED, RETURN] = [0x2c, 0x3a, 0x20, 0x09, 0x0a, 0x0d];
const literal = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null/y;
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** One walk over the text. The path, and one set of keys per level, are reused from value to value. */
interface Scan {
  readonly text: string;
  at: number;
  readonly path: (string | number)[];
  readonly seen: Set<string>[];
  readonly duplicates: Note[];
  /** The value that is being read; only when places are asked for. */
  place: Place | undefined;
}

export interface Scanned {
  /** Behind the value. */
  readonly end: number;
  readonly duplicates: readonly Note[];
  readonly place: Place | undefined;
}

/** Reads one JSON value, exactly as strict as `JSON.parse`, in linear time and without building it. */
export function scanJson(text: string, start: number, { places = false } = {}): Scanned {
  const place = places ? placeAt(start) : undefined;
  const scan: Scan = { text, at: start, path: [], seen: [], duplicates: [], place };
  value(scan);
  return { end: scan.at, duplicates: scan.duplicates, place };
}

/** Where the first character stands that is not white space. */
export function skipSpace(text: string, start: number): number {
  let at = start;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code !== SPACE && code !== LINE_FEED && code !== RETURN && code !== TAB) return at;
    at++;
  }
}

function value(scan: Scan): void {
  const code = scan.text.charCodeAt(scan.at);
  if (code === QUOTE) return quoted(scan);
  if (code === OPEN_OBJECT) return object(scan);
  if (code === OPEN_LIST) return list(scan);
  literal.lastIndex = scan.at;
  if (!literal.test(scan.text)) throw broken(scan, 'a value');
  scan.at = literal.lastIndex;
}

function object(scan: Scan): void {
  const level = enter(scan);
  const seen = (scan.seen[level] ??= new Set());
  if (seen.size > 0) seen.clear();
  if (take(scan, CLOSE_OBJECT)) return leave(scan);
  do {
    if (peek(scan) !== QUOTE) throw broken(scan, 'a key in double quotes');
    const at = scan.at;
    const key = keyAt(scan);
    scan.path[level] = key;
    if (seen.has(key)) told(scan, at);
    else seen.add(key);
    if (!take(scan, COLON)) throw broken(scan, "':'");
    child(scan, key, at);
  } while (take(scan, COMMA));
  if (!take(scan, CLOSE_OBJECT)) throw broken(scan, "',' or '}'");
  leave(scan);
}

function list(scan: Scan): void {
  const level = enter(scan);
  if (take(scan, CLOSE_LIST)) return leave(scan);
  let index = 0;
  do {
    scan.path[level] = index;
    child(scan, index++);
  } while (take(scan, COMMA));
  if (!take(scan, CLOSE_LIST)) throw broken(scan, "',' or ']'");
  leave(scan);
}

function child(scan: Scan, part: string | number, at?: number): void {
  peek(scan);
  const parent = scan.place;
  if (!parent) return value(scan);
  scan.place = placeAt(at ?? scan.at);
  parent.children.set(part, scan.place);
  value(scan);
  scan.place = parent;
}

function enter(scan: Scan): number {
  const level = scan.path.length;
  if (level >= MAX_DEPTH) throw tooDeep(scan.at);
  scan.path.push('');
  scan.at++;
  return level;
}

const leave = (scan: Scan): void => void scan.path.pop();

/** Skips white space and shows the next character. */
function peek(scan: Scan): number {
  scan.at = skipSpace(scan.text, scan.at);
  return scan.text.charCodeAt(scan.at);
}

function take(scan: Scan, code: number): boolean {
  if (peek(scan) !== code) return false;
  scan.at++;
  return true;
}

function keyAt(scan: Scan): string {
  const start = scan.at;
  quoted(scan);
  const raw = scan.text.slice(start + 1, scan.at - 1);
  return raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw;
}

function quoted(scan: Scan): void {
  for (scan.at++; ; scan.at++) {
    const code = scan.text.charCodeAt(scan.at);
    if (code === QUOTE) break;
    if (code === BACKSLASH) scan.at = endOfEscape(scan);
    else if (!(code >= SPACE)) throw broken(scan, scan.at < scan.text.length ? 'an escape for a control character' : "'\"'");
  }
  scan.at++;
}

function endOfEscape(scan: Scan): number {
  escape.lastIndex = scan.at;
  if (!escape.test(scan.text)) throw broken(scan, 'a valid escape');
  return escape.lastIndex - 1;
}

function told(scan: Scan, at: number): void {
  if (scan.duplicates.length < MAX_TOLD) scan.duplicates.push({ path: [...scan.path], at });
}

function broken({ text, at }: Scan, expected: string): Unreadable {
  const found = text.codePointAt(at);
  return new Unreadable(at, `expected ${expected}, found ${found === undefined ? 'the end' : JSON.stringify(String.fromCodePoint(found))}`);
}
