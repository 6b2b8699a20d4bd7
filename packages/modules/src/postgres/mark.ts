/**
 * Who made a role or a database, written where PostgreSQL has room for it: at the end of its comment. With it a repeated step knows its
 * own work, a create does not take over what somebody else made, and a delete does not drop it. Names of projects stay out of it.
 */
import { createHash } from 'node:crypto';

const MARK = /(?:^| )\[ectropy:([0-9a-f]{16})\]$/;

const digestOf = (urn: string): Buffer => createHash('sha256').update(urn).digest();

export const markOf = (urn: string): string => digestOf(urn).toString('hex').slice(0, 16);

/** A connection limit that nobody declares: a database has it from the moment it exists until it has its comment. */
export const limitMarkOf = (urn: string): number => 1_000_000_000 + (digestOf(urn).readUInt32BE(16) % 1_000_000_000);

export const holdsMark = (comment: string): boolean => MARK.test(comment);

/** The comment as it stands in PostgreSQL. */
export const withMark = (comment: string | undefined, urn: string): string =>
  comment ? `${comment} [ectropy:${markOf(urn)}]` : `[ectropy:${markOf(urn)}]`;

export interface Comment {
  /** What people wrote. */
  readonly comment: string | null;
  readonly mark?: string;
  /** All of it, as it stands in PostgreSQL. */
  readonly written: string | null;
}

export function readComment(written: string | null): Comment {
  const mark = written === null ? undefined : MARK.exec(written)?.[1];
  if (written === null || mark === undefined) return { written, comment: written };
  return { written, mark, comment: written.replace(MARK, '') || null };
}
