/** Fields that stand twice in an object of a JSON text. `JSON.parse` keeps the last and says nothing. */
import type { Path } from '@ectropy/sdk';

const MAX_FOUND = 100;

interface Level {
  /** Absent in lists. */
  readonly seen?: Set<string>;
  part: string | number;
}

/** The text must be valid JSON. Each field is named once, however often it stands there. */
export function duplicateFields(text: string): readonly Path[] {
  const found = new Map<string, Path>();
  const levels: Level[] = [];
  let expectsKey = false;
  for (let at = 0; at < text.length && found.size < MAX_FOUND; at += 1) {
    const char = text[at];
    const level = levels.at(-1);
    if (char === '"') {
      const end = endOfString(text, at);
      if (expectsKey && level?.seen) note(levels, level, level.seen, JSON.parse(text.slice(at, end + 1)) as string, found);
      expectsKey = false;
      at = end;
    } else if (char === '{') {
      levels.push({ seen: new Set(), part: '' });
      expectsKey = true;
    } else if (char === '[') levels.push({ part: 0 });
    else if (char === '}' || char === ']') {
      levels.pop();
      expectsKey = false;
    } else if (char === ',' && level) {
      if (typeof level.part === 'number') level.part += 1;
      expectsKey = level.seen !== undefined;
    }
  }
  return [...found.values()];
}

function note(levels: readonly Level[], level: Level, seen: Set<string>, key: string, found: Map<string, Path>): void {
  level.part = key;
  if (!seen.has(key)) return void seen.add(key);
  const path = levels.map(({ part }) => part);
  found.set(JSON.stringify(path), path);
}

function endOfString(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
  return end;
}
