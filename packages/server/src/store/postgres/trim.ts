import type { Retention } from '../port.ts';
import type { Run } from './read.ts';

const before = (ms: number): string => `clock_timestamp() - ${Math.round(ms)} * interval '1 ms'`;

export async function trim(run: Run, keep: Retention): Promise<void> {
  await run({
    text: `with old as (delete from change where version <= (select max(version) from change where at < ${before(keep.changesMs)}) returning version)
      update clock set trimmed = greatest(trimmed, (select max(version) from old)) where exists (select from old)`,
  });
  await run({ text: `delete from event where at < ${before(keep.eventsMs)}` });
  await run({ text: `delete from idempotency where created_at < ${before(keep.keysMs)}` });
  await run({ text: `delete from saved_plan where created_at < ${before(keep.plansMs)}` });
  await trimBlobs(run, keep.blobsMs);
}

const MAX_BLOBS = 1_000;

/**
 * Begins with the old blobs, so that it costs nothing where there are none; one that is in use is not looked at again before it has
 * grown old once more. A writer who puts one has made it young before this locks it, or waits and puts it anew.
 */
async function trimBlobs(run: Run, ms: number): Promise<void> {
  const [clock] = await run<{ limit: string }>({ text: `select (${before(ms)})::text as limit` });
  for (let more = clock !== undefined; more;) {
    const [row] = await run<{ count: number }>({ text: trimSome, values: [MAX_BLOBS, clock?.limit] });
    more = row?.count === MAX_BLOBS;
  }
}

const trimSome = `
with old as materialized (select digest from blob where seen_at < $2 order by seen_at limit $1 for update skip locked),
asked as materialized (select array_agg(digest) as digests from old), used as materialized (
  select unnest(digests) as digest from resource where digests && (select digests from asked)
  union select unnest(digests) from revision where digests && (select digests from asked)
), kept as (
  update blob set seen_at = clock_timestamp() where digest in (select digest from old) and digest in (select digest from used)
), gone as (
  delete from blob where digest in (select digest from old) and digest not in (select digest from used)
)
select count(*)::int as count from old`;
