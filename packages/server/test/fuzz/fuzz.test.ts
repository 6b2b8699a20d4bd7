/** The whole product under 10,000 requests, most of them bad. By hand, and many more: `npm run fuzz -- --requests 200000 --seed 5`. */
import { expect, test } from 'vitest';
import { call } from '../product.ts';
import { bombRequest } from './bombs.ts';
import { fuzz } from './run.ts';
import { openTarget } from './target.ts';

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 10_000);
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_115);
const GROWTH_MB = 200;

test('no request breaks, stalls or bloats the server, and every answer is what the documents say', async () => {
  await using target = await openTarget();
  const { product } = target;
  const { faults, residentMb, statuses } = await fuzz(product, { requests: REQUESTS, seed: SEED });
  expect(faults).toEqual([]);
  const [, , warm = 0] = residentMb;
  expect((residentMb.at(-1) ?? 0) - warm).toBeLessThan(GROWTH_MB);
  for (const status of ['200', '201', '400', '404', '409', '415', '422']) expect(statuses[status]).toBeGreaterThan(REQUESTS / 500);
  expect((await call(product, '/readyz')).text).toBe('ok');
}, 180_000);

test('no kind of a stranger stalls the server, neither when it is defined nor when it is used', async () => {
  await using target = await openTarget();
  const { product } = target;
  const { faults } = await fuzz(product, { requests: REQUESTS / 10, seed: SEED, lanes: 4, special: { share: 0.9, make: bombRequest } });
  expect(faults).toEqual([]);
  expect((await call(product, '/readyz')).text).toBe('ok');
}, 180_000);
