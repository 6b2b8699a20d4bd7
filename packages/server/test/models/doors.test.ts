/** The models at both doors of a running server: clients at the same time, pages and watches. */
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { type Product, scratch, startProduct } from '../product.ts';
import { check, HOURS } from './check.ts';
import { explained } from './explained.ts';
import { performAtKube } from './kube-client.ts';
import { openRecorder } from './linear.ts';
import { remember, sayable, stranger, tongues, wishes } from './program.ts';
import { shelfOfKube, shelfOfV1beta1, stageOfKube } from './http-stages.ts';
import type { Answer, Op } from './reference.ts';
import { performAtV1beta1 } from './v1beta1-client.ts';
import { stroll, walks } from './walk.ts';
import { plays, watchAndCompare } from './witness.ts';

let product: Product;
const closers = new AsyncDisposableStack();
beforeAll(async () => {
  const { dir } = closers.use(await scratch());
  product = closers.use(
    await startProduct({ args: ['--data', dir, '--extensions', fileURLToPath(new URL('./tally.ts', import.meta.url))] }),
  );
});
afterAll(() => closers.disposeAsync());

const doors = { kube: performAtKube, v1beta1: performAtV1beta1 };
type Door = keyof typeof doors;

const names = ['tally/a', 'gauge/b'];
const programOf = (door: Door) => fc.array(wishes(names, tongues[door]), { minLength: 1, maxLength: 9, size: 'max' });

let projects = 0;

async function play(
  programs: readonly { readonly door: Door; readonly program: readonly Parameters<typeof sayable>[0][] }[],
): Promise<void> {
  const project = `m${(projects += 1)}`;
  const recorder = openRecorder<Op, Answer>();
  const sent: Readonly<Record<Door, Op[]>> = { kube: [], v1beta1: [] };
  const clients = programs.map(async ({ door, program }, client) => {
    const known = stranger(sent[door]);
    for (const [i, wish] of program.entries()) {
      const op = sayable(wish, known, tongues[door], `${project}-${client}-${i}`);
      if (!op) continue;
      remember(known, op, await recorder.record(`${door} ${client}`, op, () => doors[door](product, project, op)));
    }
  });
  await Promise.all(clients);
  explained(recorder.calls);
}

describe('over HTTP', () => {
  test.each([
    ['one client of the native API', ['kube'], 25],
    ['one client of v1beta1', ['v1beta1'], 20],
    ['two clients of the native API', ['kube', 'kube'], 25],
    ['a client at either door', ['kube', 'v1beta1'], 25],
  ] as const)('%s sees what could have come about in some order (L1, L9)', { timeout: HOURS }, (_, at, runs) =>
    check(
      504,
      runs,
      fc.asyncProperty(fc.tuple(...at.map(programOf)), (programs) =>
        play(programs.map((program, i) => ({ door: at[i] as Door, program }))),
      ),
      { endOnFailure: true },
    ),
  );

  test.each([
    ['the native API', shelfOfKube],
    ['v1beta1', shelfOfV1beta1],
  ] as const)('the pages of %s have on exactly one of them what is chosen all the while (R29, R38)', { timeout: HOURS }, (_, shelfOf) =>
    check(
      542,
      20,
      fc.asyncProperty(walks, (walk) => stroll(walk, shelfOf(product, `w${(projects += 1)}`))),
      { endOnFailure: true },
    ),
  );

  test('a watch that is cut and goes on ends with the list, by every selector (L6, R37)', { timeout: HOURS }, () =>
    check(
      552,
      6,
      fc.asyncProperty(plays, (one) => watchAndCompare(one, stageOfKube(product, `v${(projects += 1)}`))),
      { endOnFailure: true },
    ),
  );
});
