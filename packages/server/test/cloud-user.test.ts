/** A user and the cloud kinds: what stands in each other's way, what that is called, and how it is put right. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../src/testing/until.ts';
import { documentOf, pathOf, type Thing } from './cloud/fleet.ts';
import { openSite, type Site } from './cloud/site.ts';
import { openWitness, type Witness } from './cloud/witness.ts';
import { type Answer, scratch, type Wire } from './product.ts';

let site: Site;
let witness: Witness;
const parts = new AsyncDisposableStack();

beforeAll(async () => {
  witness = parts.use(await openWitness({ delayMs: 50 }));
  const folder = parts.use(await scratch());
  const args = ['--cloud-url', witness.url, '--recheck', '10m', '--retry-base', '200ms', '--retry-max', '200ms', '--retry-attempts', '100'];
  site = parts.use(await openSite(1, ['--data', folder.dir, ...args]));
});
afterAll(() => parts.disposeAsync());

const network = (name: string): Thing => ({ collection: 'networks', name, spec: { cidr: '10.7.0.0/16' } });
const server = (name: string, on: string, spec: object = {}): Thing => ({
  collection: 'servers',
  name,
  on,
  spec: { image: 'debian-12', ...spec },
});
const disk = (name: string, on: string): Thing => ({ collection: 'disks', name, on, spec: { size_gb: 10 } });

const declare = (thing: Thing): Promise<Answer> =>
  site.ask(`${pathOf(thing)}?fieldManager=user&force=true`, {
    method: 'PATCH',
    body: documentOf(thing),
    headers: { 'content-type': 'application/apply-patch+yaml' },
  });

const sees = (thing: Thing, what: string, fits: (status: Wire) => unknown): Promise<true> =>
  until(async () => (fits((await site.ask(pathOf(thing))).body.status ?? {}) ? (true as const) : undefined), {
    timeoutMs: 20_000,
    what: `${thing.name} ${what}`,
  });
const ready = (thing: Thing): Promise<true> => sees(thing, 'ready', ({ phase }) => String(phase) === 'Ready');

async function make(...things: readonly Thing[]): Promise<void> {
  for (const thing of things) expect([200, 201]).toContain((await declare(thing)).status);
  for (const thing of things) await ready(thing);
}

const effectsOn = async (name: string): Promise<readonly string[]> =>
  (await witness.ledger()).filter((entry) => entry.name === `trial-${name}` && entry.actor === 'api').map(({ op }) => op);

test('what others stand on is not replaced under them, and the answer names them and the remedy', async () => {
  await make(network('n1'), server('s1', 'n1'), disk('d1', 's1'));
  const other = { ...network('n1'), spec: { cidr: '10.8.0.0/16' } };
  const refusals = [await declare(other), await declare(server('s1', 'n1', { image: 'debian-13' }))];
  expect(refusals.map(({ status }) => status)).toEqual([409, 409]);
  expect(refusals.map(({ body }) => String(body.message))).toEqual([
    expect.stringContaining(
      'cannot be replaced while others depend on it: orn:entropy:cloud_server:trial:s1; delete those, or let them depend on something else, and then ask again',
    ),
    expect.stringContaining('orn:entropy:cloud_disk:trial:d1'),
  ]);
  await make({ collection: 'disks', name: 'd1', spec: { size_gb: 10 } }, server('s1', 'n1', { image: 'debian-13' }), disk('d1', 's1'));
  expect(await effectsOn('s1')).toEqual(['create', 'delete', 'create']);
  expect(await effectsOn('d1')).toEqual(['create', 'update', 'update']);
});

test('a move that cannot be done says what is in the way; taken back, it has done nothing (R24)', async () => {
  await make(network('n2'), server('s2', 'n2'), disk('d2', 's2'));
  await declare(network('n2b'));
  expect((await declare(server('s2', 'n2b'))).status).toBe(200);
  await sees(server('s2', 'n2b'), 'stuck', ({ problem }) => String(problem?.message).endsWith('trial-s2 is in use by the disk trial-d2.'));
  await make(server('s2', 'n2'));
  expect(await effectsOn('s2')).toEqual(['create']);
});

test('when all of it was clicked away, whoever notices first has the rest looked at, and it comes back (R13)', async () => {
  const all = [network('n3'), server('s3', 'n3'), disk('d3', 's3')];
  await make(...all);
  for (const place of ['disks/trial-d3', 'servers/trial-s3', 'networks/trial-n3']) expect(await witness.click('DELETE', place)).toBe(true);
  await site.ask(`${pathOf(disk('d3', 's3'))}/drift`, { method: 'POST', body: {} });
  for (const name of ['n3', 's3', 'd3']) await until(async () => (await effectsOn(name)).length === 2, { timeoutMs: 20_000, what: name });
  for (const thing of all) await ready(thing);
  for (const name of ['n3', 's3', 'd3']) expect(await effectsOn(name)).toEqual(['create', 'create']);
});
