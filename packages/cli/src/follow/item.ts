/** What is being followed: one line of the progress. */
import { type Document, titleOf } from '../api/document.ts';
import { type Aim, judge, type Verdict } from './judge.ts';

export interface Item {
  readonly key: string;
  readonly title: string;
  readonly aim: Aim;
  readonly verdict: Verdict;
  /** Older news is no news. */
  readonly version: string;
  readonly startedAt: number;
  readonly endedAt?: number;
  /** How deep it stands below what it waits for. */
  readonly depth: number;
}

export const keyOf = ({ kind, metadata }: Pick<Document, 'kind' | 'metadata'>): string =>
  `${kind}/${metadata.namespace ?? ''}/${metadata.name}`;

export function itemOf(document: Document, aim: Aim, now: number): Item {
  const verdict = judge(document, aim);
  return {
    key: keyOf(document),
    title: titleOf(document),
    aim,
    verdict,
    version: document.metadata.resourceVersion ?? '',
    startedAt: now,
    depth: 0,
    ...(verdict.state !== 'working' && { endedAt: now }),
  };
}

export type News = { readonly document: Document } | { readonly gone: true; readonly version?: string };

export function told(item: Item, news: News, now: number): Item {
  const version = ('gone' in news ? news.version : news.document.metadata.resourceVersion) ?? item.version;
  if (isOlder(version, item.version)) return item;
  const verdict = 'gone' in news ? goneVerdict(item.aim) : judge(news.document, item.aim);
  const { endedAt, ...open } = item;
  return verdict.state === 'working' ? { ...open, verdict, version } : { ...open, verdict, version, endedAt: endedAt ?? now };
}

/** Versions of this server count up; of others nothing is known. */
const isOlder = (one: string, other: string): boolean =>
  /^\d+$/.test(one) && /^\d+$/.test(other) && (one.length === other.length ? one < other : one.length < other.length);

/** The one from which a watch sees all that comes after any of them. */
export const oldestOf = (versions: readonly string[]): string =>
  versions.reduce((oldest, version) => (isOlder(version, oldest) ? version : oldest), versions[0] ?? '');

const goneVerdict = (aim: Aim): Verdict =>
  aim === 'absent' ? { state: 'done', phase: 'Deleted', note: '' } : { state: 'failed', phase: 'Gone', note: 'somebody has deleted it' };
