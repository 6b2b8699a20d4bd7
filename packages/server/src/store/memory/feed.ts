import { ProblemError } from '@ectropy/sdk';
import type { Version } from '../../core/resource.ts';
import type { ChangeRecord } from '../port.ts';
import { copy, versionOf, type World } from './world.ts';

export function changes(
  world: World,
  since: Version,
  limit: number,
): { readonly changes: readonly ChangeRecord[]; readonly upTo: Version } {
  const from = BigInt(since);
  if (from < world.trimmed || from > world.clock)
    throw new ProblemError({
      code: 'expired',
      message: `the changes since version ${since} are not known any more`,
      hint: 'list again and watch from there',
    });
  const at = Number(from - world.trimmed);
  const page = world.changes.slice(at, at + limit);
  return { changes: copy(page), upTo: versionOf(from + BigInt(page.length)) };
}

export interface Keep {
  readonly changesMs: number;
  readonly eventsMs: number;
  readonly keysMs: number;
  readonly plansMs: number;
}

export function trim(world: World, keep: Keep): void {
  const now = world.now();
  world.trimmed += BigInt(dropOld(world.changes, now - keep.changesMs));
  dropOld(world.events, now - keep.eventsMs);
  forgetOld(world.keys, now - keep.keysMs);
  forgetOld(world.moduleKeys, now - keep.keysMs);
  forgetOld(world.plans, now - keep.plansMs);
}

/** The lists are in order of time. Says how many it took away. */
function dropOld(records: { readonly at: number }[], upTo: number): number {
  const young = records.findIndex(({ at }) => at > upTo);
  return records.splice(0, young < 0 ? records.length : young).length;
}

function forgetOld(records: Map<string, { readonly at: number }>, upTo: number): void {
  for (const [id, { at }] of records) if (at <= upTo) records.delete(id);
}
