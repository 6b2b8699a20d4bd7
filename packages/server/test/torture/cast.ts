/** Who takes part in a run besides the processes: the clients with their things, and those who watch. */
import { setTimeout as pass } from 'node:timers/promises';
import { type Dice, listOf } from '../cloud/fleet.ts';
import { items } from '../kube.ts';
import { type Client, openClient } from './client.ts';
import { Family } from './family.ts';
import type { Asked, Declared, Final, Told } from './oracle/history.ts';
import type { Stage } from './stage.ts';
import { collections, resourceOf } from './told.ts';
import { openWatcher, type Watcher } from './watcher.ts';

export interface Cast extends AsyncDisposable {
  readonly asked: readonly Asked[];
  readonly watchers: readonly Watcher[];
  declared(): readonly Declared[];
  /** How everything stands, asked for from scratch. */
  final(): Promise<Final>;
  /** Lets the clients end what they have begun, if that ends. */
  rest(patienceMs: number): Promise<void>;
}

export async function openCast(stage: Stage, families: number, dice: Dice): Promise<Cast> {
  await using opened = new AsyncDisposableStack();
  const client = openClient(stage.urls, () => dice(stage.urls.length));
  const watchers: Watcher[] = [];
  for (const collection of collections)
    for (const name of ['a', 'b']) watchers.push(opened.use(await openWatcher(name, collection, stage.urls, client)));
  const asked: Asked[] = [];
  const resting = new AbortController();
  const deps = { client, dice, asked, signal: resting.signal, now: knownTo(watchers) };
  const all = Array.from({ length: families }, (_, number) => new Family(number, deps));
  const living = Promise.all(all.map((family) => family.live()));
  const rest = async (patienceMs: number): Promise<void> => {
    resting.abort();
    await Promise.race([living, pass(patienceMs, undefined, { ref: false })]);
  };
  opened.defer(() => rest(0));
  const declared = (): readonly Declared[] => all.flatMap((family) => family.declared());
  const parts = opened.move();
  return {
    asked,
    watchers,
    declared,
    rest,
    final: async () => ({ declared: declared(), ...(await look(stage, client)) }),
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}

const knownTo =
  (watchers: readonly Watcher[]) =>
  (place: string): Told | undefined =>
    watchers.find(({ name, collection }) => name === 'a' && place.startsWith(`${collection}/`))?.now(place);

async function look({ cloud }: Stage, client: Client): Promise<Omit<Final, 'declared'>> {
  const each = await Promise.all(
    collections.map(async (collection) => ({
      resources: items(await client.read(listOf(collection))).map((item) => resourceOf(collection, item)),
      objects: (await cloud.objects(collection)).map((object) => ({ ...object, collection })),
    })),
  );
  return { resources: each.flatMap(({ resources }) => resources), objects: each.flatMap(({ objects }) => objects) };
}
