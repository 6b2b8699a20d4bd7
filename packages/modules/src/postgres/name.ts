import type { Problem } from '@ectropy/sdk';

/** PostgreSQL cuts off what is longer, without an error. */
const LONGEST_BYTES = 63;

/** Why something cannot be the name of a role, a database or anything else in a statement; nothing if it can. */
export function nameFault(name: string): string | undefined {
  if (name === '') return 'must not be empty';
  if (!name.isWellFormed()) return 'must be well-formed Unicode';
  if ([...name].some((char) => char < ' ' || char === '\u007F')) return 'must not hold control characters';
  const bytes = Buffer.byteLength(name);
  return bytes > LONGEST_BYTES ? `must not be longer than ${LONGEST_BYTES} bytes (got ${bytes})` : undefined;
}

const RESERVED = {
  role: ['postgres', 'public', 'none'],
  database: ['postgres', 'template0', 'template1'],
} as const satisfies Record<string, readonly string[]>;

/** The same for what a resource may make, change and drop: what belongs to the server itself is left alone. */
export function ownNameFault(what: keyof typeof RESERVED, name: string): string | undefined {
  const reserved: readonly string[] = RESERVED[what];
  if (reserved.includes(name) || name.startsWith('pg_')) return `must not be ${JSON.stringify(name)}, which belongs to the server itself`;
  return nameFault(name);
}

export const invalid = (field: string | readonly (string | number)[], message: string, hint?: string): Problem => ({
  code: 'invalid',
  path: ['spec', ...(typeof field === 'string' ? [field] : field)],
  message,
  ...(hint !== undefined && { hint }),
});
