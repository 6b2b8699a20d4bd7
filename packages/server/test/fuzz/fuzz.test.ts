/** The whole product under 10,000 requests, most of them bad. By hand, and many more: `npm run fuzz -- --requests 200000 --seed 5`. */
import { expect, test } from 'vitest';
import { call } from '../product.ts';
import { bombRequest } from './bombs.ts';
import { fuzzCloud, openCloud } from './cloud.ts';
import { fuzz } from './fuzz.ts';
import { openTarget } from './target.ts';

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 10_000);
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_115);
const GROWTH_MB = 200;

test('no request breaks, stalls or bloats the server, every answer is what the documents say, and no route is left out', async () => {
  await using target = await openTarget();
  const { product } = target;
  const { faults, residentMb, statuses, gaps } = await fuzz(target, { requests: REQUESTS, seed: SEED });
  expect(faults).toEqual([]);
  expect(gaps).toEqual([]);
  const [, , warm = 0] = residentMb;
  expect((residentMb.at(-1) ?? 0) - warm).toBeLessThan(GROWTH_MB);
  for (const status of ['200', '201', '400', '404', '409', '415', '422']) expect(statuses[status]).toBeGreaterThan(REQUESTS / 500);
  expect((await call(product, '/readyz')).text).toBe('ok');
}, 180_000);

test('no kind of a stranger stalls the server, neither when it is defined nor when it is used', async () => {
  await using target = await openTarget();
  const { product } = target;
  const { faults } = await fuzz(target, { requests: REQUESTS / 10, seed: SEED, lanes: 4, special: { share: 0.9, make: bombRequest } });
  expect(faults).toEqual([]);
  expect((await call(product, '/readyz')).text).toBe('ok');
}, 180_000);

test('the cloud to practise on holds out against the same', async () => {
  await using cloud = await openCloud();
  const { faults, gaps, residentMb } = await fuzzCloud(cloud, { requests: REQUESTS / 4, seed: SEED });
  expect(faults).toEqual([]);
  expect(gaps).toEqual([]);
  expect((residentMb.at(-1) ?? 0) - (residentMb[2] ?? 0)).toBeLessThan(GROWTH_MB);
}, 120_000);
