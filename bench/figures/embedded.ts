/** Apply and sync on the embedded store: the same figures, on the PostgreSQL that comes with the server and its settings. */
import { join } from 'node:path';
import { Client } from 'pg';
import type { Bed } from '../bed.ts';
import type { Row } from '../figure.ts';
import { type Embedded, openEmbedded } from '../../packages/server/src/store/embedded/embedded.ts';
import { measureApply } from './apply.ts';
import { measureSync } from './sync.ts';

const silent = (): void => undefined;

export async function embedded(bed: Bed): Promise<readonly Row[]> {
  await using store = await openEmbedded({
    dir: join(bed.folder, 'embedded'),
    log: { debug: silent, info: silent, warn: (message) => bed.say(message) },
  });
  const options = { where: ', embedded store', goal: false };
  return [
    ...(await measureApply(bed, await databaseOf(store, 'applies'), options)),
    ...(await measureSync(bed, await databaseOf(store, 'syncs'), options)),
  ];
}

/** A new one, and its address by the socket of the store. */
async function databaseOf({ connection }: Embedded, name: string): Promise<string> {
  const client = new Client(connection);
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const { host, port, user } = connection;
  return `postgres://${user}@localhost/${name}?host=${encodeURIComponent(host)}&port=${port}`;
}
