/** A database with many resources, all of them synced, made through the product once per bed. */
import type { Bed } from './bed.ts';
import { openStoreClock } from './store-clock.ts';

const crowds = new WeakMap<Bed, Promise<string>>();

export const CROWD = 'c';

export function crowdOf(bed: Bed): Promise<string> {
  const known = crowds.get(bed) ?? fill(bed);
  crowds.set(bed, known);
  return known;
}

async function fill(bed: Bed): Promise<string> {
  const started = performance.now();
  const database = await bed.database();
  const api = await bed.serve(database, ['--role', 'api']);
  const worker = await bed.serve(database, ['--role', 'worker', '--workers', '256']);
  const load = await bed.load();
  const clock = await openStoreClock(database);
  const before = await clock.now();
  const count = bed.scale.many;
  await load.run({ url: api.url, connections: 64, request: 'create', count, tag: CROWD });
  await clock.reaches(before + 1 + 2 * count); // the project, and each declared and synced
  await clock.close();
  await worker.stop();
  await api.stop();
  bed.say(`${count} resources made in ${((performance.now() - started) / 1000).toFixed(0)} s`);
  return database;
}
