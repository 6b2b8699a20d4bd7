import type { Json, Path } from '@ectropy/sdk';
import { MAX_TOLD } from './raw.ts';

export interface Unkeepable {
  readonly path: Path;
  readonly message: string;
  readonly hint: string;
}

/** Keys that reach an object's prototype in careless code, ours or a module's. */
const forbidden = new Set(['__proto__', 'constructor', 'prototype']);

/** PostgreSQL can keep neither U+0000 nor half of a surrogate pair. */
const unstorable = (text: string): boolean => text.includes('\u0000') || !text.isWellFormed();

const key = { message: 'is not allowed as a key', hint: 'use another name' };
const text = {
  message: 'must not contain U+0000 or half of a surrogate pair',
  hint: 'remove the character, or send the bytes as base64',
};
const number = {
  message: 'must be between -(2^53-1) and 2^53-1, or the number would not be kept exactly',
  hint: 'send it as a string',
};

/** Every reason why a document could not be kept exactly as it is, each with its path. By value, not by notation. */
export function unkeepable(document: Json): readonly Unkeepable[] {
  const told: Unkeepable[] = [];
  const path: (string | number)[] = [];
  const tell = (what: Omit<Unkeepable, 'path'>): void => void (told.length < MAX_TOLD && told.push({ path: [...path], ...what }));

  const visit = (value: Json): void => {
    if (typeof value === 'string') return unstorable(value) ? tell(text) : undefined;
    if (typeof value === 'number') return exact(value) ? undefined : tell(number);
    if (typeof value !== 'object' || value === null) return undefined;
    const level = path.length;
    for (const part of Object.keys(value)) {
      path[level] = Array.isArray(value) ? Number(part) : part;
      if (!Array.isArray(value) && (forbidden.has(part) || unstorable(part))) tell(key);
      else visit((value as Readonly<Record<string, Json>>)[part] ?? null);
    }
    path.length = level;
    return undefined;
  };
  visit(document);
  return told;
}

const exact = (value: number): boolean => Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value));
