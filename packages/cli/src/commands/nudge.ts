import type { Command } from 'commander';
import { type Document, titleOf } from '../api/document.ts';
import type { Exit } from '../exit.ts';
import { durationMs } from '../follow/follow.ts';
import { followChanged } from '../follow/to-the-end.ts';
import type { Registrar } from '../program.ts';
import type { Session } from '../session.ts';
import { printDocuments } from './apply.ts';
import { forEach, post } from './each.ts';
import { type FollowFlags, withFollowFlags } from './follow-flags.ts';

interface NudgeFlags extends Partial<FollowFlags> {
  readonly output: string;
}

const nudges = {
  retry: { about: 'go on at once with what has failed or waits, and follow it', said: 'goes on', follows: true },
  cancel: { about: 'stop the work under way; what was done stays done', said: 'is stopped; `ectropy retry` goes on', follows: false },
  pause: { about: 'do nothing until it is resumed', said: 'is paused; `ectropy resume` goes on', follows: false },
  resume: { about: 'go on with what was paused, and follow it', said: 'goes on', follows: true },
} as const;

type Nudge = keyof typeof nudges;

export function registerNudges({ command, action }: Registrar): void {
  for (const [name, { about, follows }] of Object.entries(nudges)) {
    const flags: Command = command(`${name} <kind/name...>`, about, [
      `ectropy ${name} cloudserver/web-1`,
      `ectropy ${name} file a b`,
    ]).option('-o, --output <format>', 'print the resources: name, json or yaml', 'table');
    (follows ? withFollowFlags(flags) : flags).action(
      action((session: Session, words: readonly string[], given: NudgeFlags) => nudge(name as Nudge, words, session, given)),
    );
  }
}

async function nudge(name: Nudge, words: readonly string[], session: Session, flags: NudgeFlags): Promise<Exit> {
  const { timeout = '10m', wait = false, output } = flags;
  durationMs(timeout);
  const { documents, refused } = await forEach(words, session, async ({ path }) => post(`${path}/${name}`, session));
  const follows = wait && documents.length > 0;
  if (!follows) say(name, documents, session);
  const exit = follows ? await followChanged(documents, 'present', timeout, session) : 'done';
  printDocuments(documents, session, output);
  return refused ?? exit;
}

function say(name: Nudge, documents: readonly Document[], session: Session): void {
  for (const document of documents) session.say(`${titleOf(document)} ${nudges[name].said}`);
}
