/** The laws of the store's port as tests. Every store runs them: memory, a PostgreSQL server, the embedded PostgreSQL. */
import { describe } from 'vitest';
import type { Store } from '../port.ts';
import { blobLaws } from './blobs.ts';
import { feedLaws } from './feed.ts';
import { fenceLaws } from './fences.ts';
import { fieldLaws } from './fields.ts';
import { groupLaws } from './groups.ts';
import { historyLaws } from './history.ts';
import { idempotencyLaws } from './idempotency.ts';
import { leaseLaws } from './leases.ts';
import { linkLaws } from './links.ts';
import { listLaws } from './lists.ts';
import { opener } from './open.ts';
import { ownerLaws } from './owners.ts';
import { queueLaws } from './queue.ts';
import { recordLaws } from './records.ts';
import { sharingLaws } from './sharing.ts';
import { trimLaws } from './trim.ts';
import { wakeLaws } from './wakes.ts';
import { writeLaws } from './writes.ts';

const sections = {
  'one write': writeLaws,
  groups: groupLaws,
  'idempotency keys': idempotencyLaws,
  links: linkLaws,
  lists: listLaws,
  fields: fieldLaws,
  sharing: sharingLaws,
  owners: ownerLaws,
  'revisions and events': historyLaws,
  queue: queueLaws,
  leases: leaseLaws,
  'wake-ups': wakeLaws,
  feed: feedLaws,
  records: recordLaws,
  contents: blobLaws,
  fences: fenceLaws,
  trim: trimLaws,
};

/** `open` gives an empty store each time; the suite closes it. */
export function storeConformance(name: string, open: () => Promise<Store>): void {
  describe(`store conformance: ${name}`, () => {
    for (const [title, laws] of Object.entries(sections)) describe(title, () => laws(opener(open)));
  });
}
