/** Lists by label selectors, in pages of every size, while others write, on both stores; `doors.test.ts` has those over HTTP. */
import * as fc from 'fast-check';
import { describe, test } from 'vitest';
import { openBed } from '../../src/app/testing/bed.ts';
import { parseSelector } from '../../src/core/labels.ts';
import { performAt, PROJECT } from './app-client.ts';
import { check, HOURS } from './check.ts';
import { modules } from './tally.ts';
import { stroll, walks } from './walk.ts';

describe.each([
  ['memory', 150],
  ['postgres', 12],
] as const)('pages of a list on %s', (store, runs) => {
  test('have what is chosen all the while on exactly one of them, and nothing that is not chosen (R29, R38)', { timeout: HOURS }, () =>
    check(
      541,
      runs,
      fc.asyncProperty(walks, async (walk) => {
        await using bed = await openBed({ store, modules: () => modules });
        await stroll(walk, {
          write: (op) => performAt(bed.app, op),
          async list(selector, limit, cursor) {
            const request = {
              kind: 'tally',
              project: PROJECT,
              labels: parseSelector(selector),
              limit,
              ...(cursor !== undefined && { cursor }),
            };
            const page = await bed.app.list(request, { actor: 'alice' });
            return { names: page.resources.map(({ name }) => name), next: page.cursor };
          },
        });
      }),
    ),
  );
});
