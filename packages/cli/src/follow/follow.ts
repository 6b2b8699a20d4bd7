/** Follows resources to where they are meant to be, or until the person, the clock or a failure says stop. */
import { ProblemError } from '@ectropy/sdk';
import type { Document } from '../api/document.ts';
import { collectionPath, type ResourceType, typeOfDocument } from '../api/types.ts';
import { inTitles } from '../api/urn.ts';
import { pause } from '../api/watch.ts';
import type { Exit } from '../exit.ts';
import type { Session } from '../session.ts';
import { inOrder } from './in-order.ts';
import { type Item, itemOf, keyOf, told } from './item.ts';
import type { Aim } from './judge.ts';
import { newsOf } from './news.ts';
import { openScreen, type Screen } from './screen.ts';

export interface Followed {
  readonly document: Document;
  readonly aim: Aim;
}

export interface FollowOptions {
  /** Changes after this version are seen. */
  readonly version: string;
  readonly timeoutMs: number;
  /** What to type to see how it goes on. */
  readonly resume: string;
}

export interface Ending {
  readonly exit: Exit;
  readonly items: readonly Item[];
}

export async function follow(
  followed: readonly Followed[],
  { version, timeoutMs, resume }: FollowOptions,
  session: Session,
): Promise<Ending> {
  const items = startingItems(followed, session.io.now());
  const types = await session.types();
  const shown = (): readonly Item[] => [...items.values()].map((item) => inWords(item, types, session.project));
  const screen = openScreen(session);
  const ended = new AbortController();
  const isDone = (): boolean => [...items.values()].every(({ verdict }) => verdict.state !== 'working');
  const show = (): void => {
    screen.show(shown());
    if (isDone()) ended.abort();
  };
  let exit: Exit | undefined;
  const stop = (as: Exit): void => {
    exit = as;
    ended.abort();
  };
  const forget = session.io.onInterrupt((by = 'interrupted') => stop(by));
  try {
    show();
    const watching = collectionsOf(followed, types);
    void pause(timeoutMs, ended.signal).then(() => ended.signal.aborted || stop('timeout'));
    await Promise.all(watching.map((collection) => watchOne(collection, { version, items, show, screen, session, signal: ended.signal })));
  } finally {
    forget();
    ended.abort();
    screen.end(shown());
  }
  if (exit !== undefined) detached(exit, resume, session);
  return {
    exit: exit ?? ([...items.values()].some(({ verdict }) => verdict.state === 'failed') ? 'failed' : 'done'),
    items: shown(),
  };
}

const inWords = (item: Item, types: readonly ResourceType[], project: string): Item => ({
  ...item,
  verdict: { ...item.verdict, note: inTitles(item.verdict.note, types, project) },
});

function startingItems(followed: readonly Followed[], now: number): Map<string, Item> {
  const aims = new Map(followed.map(({ document, aim }) => [document, aim]));
  const ordered = inOrder(followed.map(({ document }) => document));
  return new Map(
    ordered.map(({ document, depth }) => [keyOf(document), { ...itemOf(document, aims.get(document) ?? 'present', now), depth }]),
  );
}

interface Collection {
  readonly type: ResourceType;
  readonly project: string | undefined;
  /** Keys. */
  readonly followed: ReadonlySet<string>;
}

function collectionsOf(followed: readonly Followed[], types: readonly ResourceType[]): readonly Collection[] {
  const found = new Map<string, Collection>();
  for (const { document } of followed) {
    const type = typeOfDocument(document, types);
    if (!type) continue;
    const project = document.metadata.namespace;
    const path = collectionPath(type, project);
    found.set(path, { type, project, followed: new Set([...(found.get(path)?.followed ?? []), keyOf(document)]) });
  }
  return [...found.values()];
}

interface Watching {
  readonly version: string;
  readonly items: Map<string, Item>;
  readonly session: Session;
  readonly screen: Screen;
  readonly signal: AbortSignal;
  show(): void;
}

async function watchOne({ type, project, followed }: Collection, watching: Watching): Promise<void> {
  const { version, items, show, screen, session, signal } = watching;
  const lost = (why: string): void => screen.say(`${why}; waiting for it`);
  const found = (): void => screen.say('the server is there again');
  for await (const { key, news } of newsOf(session.api, collectionPath(type, project), { since: version, followed, signal, lost, found })) {
    const item = items.get(key);
    if (!item) continue;
    items.set(key, told(item, news, session.io.now()));
    show();
  }
}

function detached(exit: Exit, resume: string, session: Session): void {
  const why = exit === 'timeout' ? 'Not done in time.' : 'Detached.';
  session.say(`\n${why} The work goes on at the server. Follow it with:\n  ${resume}`);
}

/** `90s`, `5m`, `1h`; a plain number is in seconds. */
export function durationMs(text: string): number {
  const [, amount = '', unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text) ?? [];
  if (amount === '')
    throw new ProblemError({
      code: 'invalid',
      message: `--timeout: must be a duration (got ${JSON.stringify(text)})`,
      hint: 'such as 90s, 5m or 1h',
    });
  return Math.min(2_147_483_647, Number(amount) * ({ ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }[unit] ?? 1_000));
}
