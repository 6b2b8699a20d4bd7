import type { Document } from '../api/document.ts';
import { documentOf, titleOf } from '../api/document.ts';
import { watch } from '../api/watch.ts';
import { collectionPath } from '../api/types.ts';
import { ProblemError } from '@ectropy/sdk';
import { type Exit, Ended } from '../exit.ts';
import { durationMs } from '../follow/follow.ts';
import { followChanged } from '../follow/to-the-end.ts';
import { asData } from '../output/data.ts';
import { findingOf, showFinding } from '../output/finding.ts';
import type { Registrar } from '../program.ts';
import type { Session } from '../session.ts';
import { forEach, post } from './each.ts';
import { type FollowFlags, withFollowFlags } from './follow-flags.ts';
import type { Located } from './reference.ts';

interface DriftFlags extends FollowFlags {
  readonly detailedExitcode?: boolean;
  readonly output: string;
}

export function registerDrift({ command, action }: Registrar): void {
  const flags = command('drift <kind/name...>', 'look now whether the world is as declared, and follow what is put right', [
    'ectropy drift cloudserver/web-1',
    'ectropy drift file a b --detailed-exitcode   # 2 when something differs',
  ])
    .option('--detailed-exitcode', 'end with 2 when something differs')
    .option('-o, --output <format>', 'table, json or yaml', 'table');
  withFollowFlags(flags).action(action(drift));
}

async function drift(session: Session, words: readonly string[], flags: DriftFlags): Promise<Exit> {
  const timeoutMs = durationMs(flags.timeout);
  const { documents, refused } = await forEach(words, session, (located) => look(located, timeoutMs, session));
  const findings = documents.map((document) => ({ title: titleOf(document), ...findingOf(document) }));
  session.print(
    asData({ items: findings.map((finding) => ({ ...finding })) }, flags.output) ??
      findings.map((finding) => showFinding(finding, session.style.out)).join('\n'),
  );
  if (refused) return refused;
  if (findings.some(({ result }) => result === 'unknown')) return 'failed';
  const correcting = documents.filter(({ status }) => status?.phase === 'Correcting');
  const exit = flags.wait && correcting.length > 0 ? await followChanged(correcting, 'present', flags.timeout, session) : 'done';
  if (exit !== 'done') return exit;
  return flags.detailedExitcode && findings.some(({ result }) => result === 'differs') ? 'changes' : 'done';
}

/** The resource as it is right after the look. */
async function look({ path, type, project }: Located, timeoutMs: number, session: Session): Promise<Document> {
  const asked = await post(`${path}/drift`, session);
  if (!asked.status?.looking) return asked;
  const ended = AbortSignal.timeout(timeoutMs);
  const stop = new AbortController();
  const forget = session.io.onInterrupt((by = 'interrupted') => stop.abort(new Ended(by)));
  try {
    const signal = AbortSignal.any([ended, stop.signal]);
    for await (const { object, type: change } of watch(session.api, collectionPath(type, project), {
      since: asked.metadata.resourceVersion ?? '',
      signal,
      query: { fieldSelector: `metadata.name=${asked.metadata.name}` },
    })) {
      if (change === 'BOOKMARK') continue;
      const document = documentOf(object);
      if (change === 'DELETED') throw new ProblemError({ code: 'not_found', message: `${titleOf(document)} has been deleted meanwhile` });
      if (!document.status?.looking) return document;
    }
  } finally {
    forget();
    stop.abort();
  }
  throw stop.signal.reason instanceof Ended ? stop.signal.reason : late(asked, session);
}

function late(asked: Document, session: Session): Ended {
  session.say(`${titleOf(asked)}: nobody has looked in time; the look goes on at the server`);
  return new Ended('timeout');
}
