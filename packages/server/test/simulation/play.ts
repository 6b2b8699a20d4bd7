/** Everything that a seed puts on the stage. */
import { openMemoryOn } from '../../src/store/memory/memory.ts';
import { emptyWorld } from '../../src/store/memory/world.ts';
import { type Api, Client } from './client.ts';
import { Cloud } from './cloud.ts';
import { StorePlace } from './far-store.ts';
import type { Ground } from './laws/ground.ts';
import { Laws } from './laws/laws.ts';
import { emptySlot, type Slot, start, type Surroundings } from './servers.ts';
import type { Stage } from './stage.ts';
import { Trouble } from './trouble.ts';
import { type Scope, Watcher } from './watcher.ts';

export interface Play extends Ground {
  readonly laws: Laws;
  readonly slots: readonly Slot[];
  readonly clients: readonly Client[];
  readonly watchers: readonly Watcher[];
  readonly trouble: Trouble;
  /** For what has to be asked for when all is over. */
  readonly last: Client;
  apis(): readonly Api[];
}

const scopes: readonly Scope[] = [{}, { kind: 'route' }, { labels: [{ key: 'colour', op: 'in', values: ['red'] }] }];

export function open(stage: Stage): Play {
  const { dice } = stage;
  const tables = emptyWorld(stage.now);
  const store = new StorePlace(openMemoryOn(tables), stage);
  const cloud: Cloud = new Cloud(stage.now, () => dice.pick([0, 500, 3_000]) * dice.roll(), {
    wrote: (entry) => stage.check(() => laws.wrote(entry)),
    refusedFence: (order, newest) => stage.check(() => laws.refusedFence(order, newest)),
  });
  const laws = new Laws({ stage, tables, cloud });
  const around: Surroundings = { stage, store, cloud, witness: laws };
  const workers = dice.between(2, 3);
  const slots = ['api-1', 'api-2'].map((name) => emptySlot(name, 'api'));
  for (let i = 1; i <= workers; i += 1) slots.push(emptySlot(`worker-${i}`, 'worker'));
  const apis = (): readonly Api[] => slots.flatMap(({ api }) => api ?? []);
  const watchers = scopes.map((scope, i) => new Watcher(`watcher-${i + 1}`, scope, stage, apis, laws.watches));
  const clients = ['client-1', 'client-2'].map((name) => new Client(name, stage, apis, laws));
  const last = new Client('client-last', stage, apis, laws);
  const trouble = new Trouble(around, slots, watchers);
  for (const slot of slots) start(slot, around);
  return { stage, tables, cloud, laws, slots, clients, watchers, trouble, last, apis };
}
