/** What is not the cloud itself but about it: faults, ledger, counts, health. */
import { faultOrder } from '../faults/order.ts';
import { Refusal, refuseInvalid } from '../refusal.ts';
import { type Answer, type Call, queryOf, wholeNumber } from './call.ts';

export const addFault = ({ cloud, body }: Call): Answer => ({ status: 201, body: cloud.faults.add(faultOrder(body)) });

export const listFaults = ({ cloud }: Call): Answer => ({ status: 200, body: { items: cloud.faults.list() } });

export const clearFaults = ({ cloud }: Call): Answer => ({ status: 200, body: { removed: cloud.faults.remove() } });

export function removeFault({ cloud, target }: Call): Answer {
  const removed = cloud.faults.remove(target);
  if (removed === 0) throw new Refusal('not_found', `There is no fault ${JSON.stringify(target.slice(0, 64))}.`);
  return { status: 200, body: { removed } };
}

export const DEFAULT_PAGE = 1_000;
export const MAX_PAGE = 10_000;

/** `last` is where the next page begins, so a reader that goes on from it misses nothing. */
export async function readLedger({ cloud: { ledger, world }, query }: Call): Promise<Answer> {
  const { after, limit } = pageOf(queryOf(query, ['after', 'limit']));
  await ledger.durable();
  const entries = await ledger.read(after, limit);
  const last = entries.at(-1)?.seq ?? after;
  return { status: 200, body: { entries, last, more: last < world.seq } };
}

function pageOf(given: Readonly<Record<string, string>>): { readonly after: number; readonly limit: number } {
  const after = wholeNumber(given['after'] ?? '0') ?? -1;
  const limit = wholeNumber(given['limit'] ?? String(DEFAULT_PAGE)) ?? -1;
  const isPage = limit >= 1 && limit <= MAX_PAGE;
  refuseInvalid([
    ...(after < 0 ? [{ field: 'after', message: 'after must be a whole number from 0.' }] : []),
    ...(isPage ? [] : [{ field: 'limit', message: `limit must be a whole number from 1 to ${MAX_PAGE}.` }]),
  ]);
  return { after, limit };
}

export const showStats = ({ cloud: { stats, world } }: Call): Answer => ({ status: 200, body: stats.show(world.seq) });

export const health = (): Answer => ({ status: 200, body: { status: 'ok' } });
