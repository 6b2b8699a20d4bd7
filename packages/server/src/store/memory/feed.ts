import { ProblemError } from '@ectropy/sdk';
import type { Version } from '../../core/resource.ts';
import type { ChangeRecord, Retention } from '../port.ts';
import { copy, versionOf, type World } from './world.ts';

export function changes(
  world: World,
  since: Version,
  limit: number,
  kind?: string,
): { readonly changes: readonly ChangeRecord[]; readonly upTo: Version } {
  const from = BigInt(since);
  if (from < world.trimmed || from > world.clock)
    throw new ProblemError({
      code: 'expired',
      message: `the changes since version ${since} are not known any more`,
      hint: 'list again and watch from there',
    });
  const at = Number(from - world.trimmed);
  if (kind === undefined) {
    const page = world.changes.slice(at, at + limit);
    return { changes: copy(page), upTo: versionOf(from + BigInt(page.length)) };
  }
  const page = world.changes
    .slice(at)
    .filter(({ resource }) => resource.kind === kind)
    .slice(0, limit);
  return { changes: copy(page), upTo: page.length < limit ? versionOf(world.clock) : (page.at(-1)?.version ?? since) };
}

export function trim(world: World, keep: Retention): void {
  const now = world.now();
  world.trimmed += BigInt(dropOld(world.changes, now - keep.changesMs));
  dropOld(world.events, now - keep.eventsMs);
  forgetOld(world.keys, now - keep.keysMs);
  forgetOld(world.moduleKeys, now - keep.keysMs);
  forgetOld(world.plans, now - keep.plansMs);
  forgetOld(world.blobs, now - keep.blobsMs, digestsIn(world));
}

const digestsIn = ({ resources, revisions }: World): ReadonlySet<string> =>
  new Set(
    [...resources.values(), ...[...revisions.values()].flat()]
      .flatMap(({ artifacts = {} }) => Object.values(artifacts))
      .map(({ digest }) => digest),
  );

/** The lists are in order of time. Says how many it took away. */
function dropOld(records: { readonly at: number }[], upTo: number): number {
  const young = records.findIndex(({ at }) => at > upTo);
  return records.splice(0, young < 0 ? records.length : young).length;
}

function forgetOld(records: Map<string, { readonly at: number }>, upTo: number, used: ReadonlySet<string> = new Set()): void {
  for (const [id, { at }] of records) if (at <= upTo && !used.has(id)) records.delete(id);
}
