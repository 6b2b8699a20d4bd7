/** What was declared, each time that changed. */
import type { JsonObject } from '@ectropy/sdk';
import type { Session } from '../session.ts';
import { itemsOf } from './document.ts';

export interface Revision {
  readonly revision: number;
  readonly generation: number;
  readonly reason: string;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly labels?: JsonObject;
  readonly annotations?: JsonObject;
  readonly spec: JsonObject;
}

const PAGE = 100;

/** The newest ones, oldest of them first. One more than asked for is read, so that every one can be compared with the one before. */
export async function revisionsOf(path: string, most: number, { api }: Session): Promise<readonly Revision[]> {
  const found: Revision[] = [];
  for (;;) {
    const before = found.at(-1)?.revision;
    const limit = Math.min(PAGE, most - found.length);
    const page = itemsOf(await api.call(`${path}/revisions`, { query: { limit, before } })) as unknown as readonly Revision[];
    found.push(...page);
    if (page.length < limit || found.length >= most) return found.toReversed();
  }
}

/** One of them by its number. */
export async function revisionAt(path: string, number: number, { api }: Session): Promise<Revision | undefined> {
  const page = itemsOf(await api.call(`${path}/revisions`, { query: { limit: 1, before: number + 1 } })) as unknown as readonly Revision[];
  return page.find(({ revision }) => revision === number);
}
