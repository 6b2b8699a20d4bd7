/** The keys that secrets are sealed with: the first seals, all of them open. */
import { createHash, createHmac } from 'node:crypto';
import { ProblemError } from '@ectropy/sdk';

export const KEY_BYTES = 32;

export interface SealKey {
  /** Tells keys apart without telling anything about them. */
  readonly id: string;
  readonly bytes: Uint8Array;
}

export interface Keyring {
  /** Where the keys come from, for people. */
  readonly file: string;
  /** None: nothing secret can be stored. */
  readonly keys: readonly SealKey[];
}

export const keyOf = (bytes: Uint8Array): SealKey => ({
  id: createHash('sha256').update('ectropy key id').update(bytes).digest('hex').slice(0, 8),
  bytes,
});

/** A key for one purpose: no two purposes, and no two resources, share one. */
export const derive = ({ bytes }: SealKey, purpose: string): Uint8Array => createHmac('sha256', bytes).update(purpose).digest();

/** One key per line, in base64. Empty lines and lines that begin with `#` count for nothing. The text itself is never told. */
export function readKeys(text: string, file: string): readonly SealKey[] {
  const lines = text
    .split('\n')
    .map((line, i) => ({ line: line.trim(), number: i + 1 }))
    .filter(({ line }) => line !== '' && !line.startsWith('#'));
  const bad = lines.filter(({ line }) => !isKey(line));
  const [first, ...others] = bad.map(({ number }) => ({
    code: 'invalid' as const,
    message: `line ${number} of ${file} is not a key of ${KEY_BYTES} bytes in base64`,
    hint: `make one with: ${howToMake(file)}`,
  }));
  if (first) throw new ProblemError([first, ...others]);
  if (lines.length === 0)
    throw new ProblemError({ code: 'invalid', message: `${file} holds no key`, hint: `make one with: ${howToMake(file)}` });
  return [...new Map(lines.map(({ line }) => keyOf(Buffer.from(line, 'base64'))).map((key) => [key.id, key])).values()];
}

const isKey = (line: string): boolean => /^[A-Za-z0-9+/_-]+={0,2}$/.test(line) && Buffer.from(line, 'base64').length === KEY_BYTES;

export const howToMake = (file: string): string => `(umask 077; openssl rand -base64 ${KEY_BYTES} > ${file})`;
