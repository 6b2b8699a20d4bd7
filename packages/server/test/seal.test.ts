/** Secrets at rest in the whole product: planted at every way in, they are found nowhere. */
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { freshDatabase } from '../src/testing/databases.ts';
import { until } from '../src/testing/until.ts';
import { patch } from './kube.ts';
import { call, file, resources, scratch, startProduct } from './product.ts';
import { bytesBelow, dump, extension, phase, plant, type Planted, readEverything, vault, vaults } from './seal-scene.ts';

const key = (): string => `${randomBytes(32).toString('base64')}\n`;
const common = ['--extensions', extension, '--log-level', 'trace', '--log-format', 'json'];
const found = ({ canaries }: Planted, text: string | Buffer): readonly string[] => canaries.filter((canary) => text.includes(canary));

describe('no secret is found (L11)', () => {
  test('in the folder of an embedded store, in the log, or in what is shown', { timeout: 90_000 }, async () => {
    await using folder = await scratch();
    const product = await startProduct({ args: ['--data', folder.dir, ...common] });
    const planted = await plant(product);
    expect(found(planted, await readEverything(product))).toEqual([]);
    await product.stop();
    const bytes = await bytesBelow(folder.dir);
    expect(bytes.includes(planted.visible)).toBe(true);
    expect(found(planted, bytes)).toEqual([]);
    expect(found(planted, product.output())).toEqual([]);
  });

  test('in any table of a PostgreSQL server', { timeout: 90_000 }, async () => {
    await using folder = await scratch();
    const { connection, drop } = await freshDatabase();
    await writeFile(join(folder.dir, 'my.key'), key(), { mode: 0o600 });
    const args = [
      '--data',
      folder.dir,
      '--database-url',
      connection.connectionString,
      '--secret-key-file',
      join(folder.dir, 'my.key'),
      ...common,
    ];
    {
      await using product = await startProduct({ args });
      const planted = await plant(product);
      const rows = await dump(connection.connectionString);
      expect(rows).toContain(planted.visible);
      expect(rows).toMatch(/v1:[0-9a-f]{8}:/);
      expect(found(planted, rows)).toEqual([]);
      expect(found(planted, await readEverything(product))).toEqual([]);
      expect(found(planted, product.output())).toEqual([]);
    }
    await drop();
  });
});

test('a value that was moved from one row to another opens nowhere, and the server goes on (L11)', { timeout: 60_000 }, async () => {
  await using folder = await scratch();
  const { connection, drop } = await freshDatabase();
  await writeFile(join(folder.dir, 'secret.key'), key(), { mode: 0o600 });
  {
    await using product = await startProduct({ args: ['--data', folder.dir, '--database-url', connection.connectionString, ...common] });
    for (const name of ['mine', 'theirs']) await call(product, vaults(), { body: vault(name, { password: `password of ${name}` }) });
    for (const name of ['mine', 'theirs']) await phase(product, vaults(name), 'Ready');
    await swap(connection.connectionString);
    expect((await call(product, vaults('mine'))).body.spec).toMatchObject({ password: '(secret)' });
    expect((await call(product, vaults())).status).toBe(200);
    const refused = await patch(product, vaults('mine'), { spec: { size: 2 } });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('at spec.password was altered where it is stored')]);
    await until(async () => (await call(product, vaults('mine'))).text.includes('CannotLook'), { timeoutMs: 15_000 });
    expect((await patch(product, vaults('theirs'), { spec: { size: 2 } })).status).toBe(200);
  }
  await drop();
});

async function swap(connectionString: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query(`update ectropy.resource r set doc = jsonb_set(r.doc::jsonb, '{spec,password}', o.doc::jsonb #> '{spec,password}')::json
    from ectropy.resource o where r.urn = 'orn:entropy:vault:demo:mine' and o.urn = 'orn:entropy:vault:demo:theirs'`);
  await client.end();
}

test(
  'keys are rotated by a new line on top; without the old one its resources are shown, and work on them says what is missing',
  { timeout: 90_000 },
  async () => {
    await using folder = await scratch();
    const args = ['--data', folder.dir, ...common];
    const keyFile = join(folder.dir, 'secret.key');
    {
      await using product = await startProduct({ args });
      for (const name of ['stays', 'moves']) await call(product, vaults(), { body: vault(name, { password: `password of ${name}` }) });
      for (const name of ['stays', 'moves']) await phase(product, vaults(name), 'Ready');
    }
    const old = await readFile(keyFile, 'utf8');
    const fresh = key();
    await writeFile(keyFile, `${fresh}${old}`);
    {
      await using product = await startProduct({ args });
      expect((await patch(product, vaults('moves'), { spec: { keys: [{ name: 'n' }] } })).status).toBe(200);
      await phase(product, vaults('moves'), 'Ready');
    }
    await writeFile(keyFile, fresh);
    {
      await using product = await startProduct({ args });
      expect((await call(product, vaults())).body.items).toHaveLength(2);
      expect((await patch(product, vaults('moves'), { metadata: { labels: { a: 'b' } }, spec: { keys: [{ name: 'm' }] } })).status).toBe(
        200,
      );
      const refused = await patch(product, vaults('stays'), { spec: { keys: [{ name: 'm' }] } });
      expect([refused.status, refused.text]).toEqual([
        400,
        expect.stringMatching(/sealed with key [0-9a-f]{8}, which is not in .*secret\.key/),
      ]);
      expect((await patch(product, vaults('stays'), { metadata: { labels: { a: 'b' } } })).status).toBe(200);
    }
    await writeFile(keyFile, `${fresh}${old}`);
    await using product = await startProduct({ args });
    expect((await patch(product, vaults('stays'), { spec: { keys: [{ name: 'm' }] } })).status).toBe(200);
    await phase(product, vaults('stays'), 'Ready');
  },
);

test(
  'without a key for an external database secrets are refused with the remedy, and everything else works',
  { timeout: 60_000 },
  async () => {
    await using folder = await scratch();
    const { connection, drop } = await freshDatabase();
    {
      await using product = await startProduct({ args: ['--data', folder.dir, '--database-url', connection.connectionString, ...common] });
      const refused = await call(product, vaults(), { body: vault('one', { password: 'canary' }) });
      expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('--secret-key-file')]);
      expect(refused.text).toContain('openssl rand -base64 32');
      expect((await call(product, resources, { body: file('plain') })).status).toBe(200);
      expect(product.output()).toContain('there is no key for secrets');
      expect(await dump(connection.connectionString)).not.toContain('canary');
    }
    await drop();
  },
);
