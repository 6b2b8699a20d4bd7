/** Watches of the use cases that are cut and go on, on both stores; `doors.test.ts` has those over HTTP. */
import * as fc from 'fast-check';
import { describe, test } from 'vitest';
import { openBed } from '../../src/app/testing/bed.ts';
import { parseSelector } from '../../src/core/labels.ts';
import type { Version } from '../../src/core/resource.ts';
import { performAt, PROJECT } from './app-client.ts';
import { check, HOURS } from './check.ts';
import { modules } from './tally.ts';
import { plays, type Told, watchAndCompare } from './witness.ts';
import { each } from '../../src/watch/each.ts';

describe.each([
  ['memory', 60],
  ['postgres', 8],
] as const)('a watch on %s', (store, runs) => {
  test('that is cut and goes on ends with the list, by every selector (L6, R37)', { timeout: HOURS }, () =>
    check(
      551,
      runs,
      fc.asyncProperty(plays, async (one) => {
        await using bed = await openBed({ store, modules: () => modules, feed: { bookmarkMs: 5 } });
        const me = { actor: 'alice' };
        await watchAndCompare(one, {
          write: (op) => performAt(bed.app, op),
          async list(selector) {
            const { resources, version } = await bed.app.list({ kind: 'tally', project: PROJECT, labels: parseSelector(selector) }, me);
            return { version, found: new Map(resources.map((resource) => [resource.name, resource.version])) };
          },
          async follow(selector, since, end, most) {
            const told: Told[] = [];
            const request = { kind: 'tally', project: PROJECT, labels: parseSelector(selector), signal: AbortSignal.timeout(10_000) };
            for await (const change of each(bed.app.watch({ ...request, since: since as Version }, me))) {
              const { version } = change;
              if (change.type === 'bookmark') told.push({ type: 'mark', name: '', version, text: '' });
              else
                told.push({
                  type: change.type === 'left' ? 'gone' : change.type,
                  name: change.resource.name,
                  version,
                  text: change.resource.version,
                });
              if (told.filter(({ type }) => type !== 'mark').length >= most || BigInt(version) >= BigInt(end)) return told;
            }
            return told;
          },
        });
      }),
    ),
  );
});
