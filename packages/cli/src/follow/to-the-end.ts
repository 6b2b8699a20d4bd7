/** Follows what a command has set going, and tells what has failed and where to look. */
import type { Document } from '../api/document.ts';
import type { Exit } from '../exit.ts';
import type { Session } from '../session.ts';
import { oneLine } from '../terminal/printable.ts';
import { durationMs, follow, type Followed } from './follow.ts';
import { oldestOf } from './item.ts';
import type { Aim } from './judge.ts';

export async function followToTheEnd(followed: readonly Followed[], version: string, timeout: string, session: Session): Promise<Exit> {
  const resume = `ectropy tree${session.project === 'default' ? '' : ` -n ${session.project}`}`;
  const { exit, items } = await follow(followed, { version, timeoutMs: durationMs(timeout), resume }, session);
  for (const { title, verdict } of items.filter((item) => item.verdict.state === 'failed'))
    session.io.stderr.write(`${session.style.err('red', 'failed:')} ${title}: ${oneLine(verdict.note)}\n        ectropy why ${title}\n`);
  return exit;
}

/** From what the server answered: each was at its version then. */
export const followChanged = (documents: readonly Document[], aim: Aim, timeout: string, session: Session): Promise<Exit> =>
  followToTheEnd(
    documents.map((document) => ({ document, aim })),
    oldestOf(documents.map(({ metadata }) => metadata.resourceVersion ?? '')),
    timeout,
    session,
  );
