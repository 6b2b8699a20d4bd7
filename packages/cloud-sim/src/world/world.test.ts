/** Laws of the world under random requests: it is the fold of its ledger, a decision changes nothing, and nothing impossible comes to be. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { take } from '../cloud.ts';
import { digest } from '../decide/canonical.ts';
import { decide } from '../decide/decide.ts';
import type { Intent } from '../decide/intent.ts';
import { Refusal } from '../refusal.ts';
import { look, showOperation, showThing } from './look.ts';
import { type Collection, type Entry, type Mark, type Op, collections } from './model.ts';
import { type World, emptyWorld, inhabitants } from './world.ts';

interface Command {
  readonly actor: 'api' | 'console';
  readonly op: Op;
  readonly collection: Collection;
  readonly name: string;
  readonly other: string;
  readonly size: number;
  readonly key: number;
  readonly fence: number;
  readonly fails: boolean;
  readonly afterMs: number;
}

const command: fc.Arbitrary<Command> = fc.record({
  actor: fc.constantFrom('api', 'api', 'api', 'console'),
  op: fc.constantFrom('create', 'create', 'update', 'update', 'delete', 'reboot'),
  collection: fc.constantFrom(...collections),
  name: fc.constantFrom('a', 'b', 'c'),
  other: fc.constantFrom('a', 'b', 'c', 'none'),
  size: fc.integer({ min: 1, max: 3 }),
  key: fc.nat(40),
  fence: fc.nat(4),
  fails: fc.boolean(),
  afterMs: fc.constantFrom(0, 10, 60, 200),
});

const idOf = (world: World, collection: Collection, name: string): string => world.names.get(`${collection}/${name}`) ?? 'none';

function bodyOf(world: World, { op, collection, name, other, size }: Command): unknown {
  if (op === 'delete' || op === 'reboot') return undefined;
  const labels = { size: String(size) };
  const created = op === 'create' ? { name } : {};
  if (collection === 'networks') return { ...created, labels, ...(op === 'create' && { cidr: `10.${size}.0.0/29` }) };
  if (collection === 'servers')
    return { ...created, labels, ...(op === 'create' && { network: idOf(world, 'networks', other) }), power: size > 1 ? 'on' : 'off' };
  return { ...created, sizeGb: size, server: other === 'none' ? null : idOf(world, 'servers', other) };
}

function intentOf(world: World, wanted: Command): Intent {
  const { actor, op, collection, name, key, fence } = wanted;
  const body = bodyOf(world, wanted);
  const target = actor === 'api' ? idOf(world, collection, name) : name;
  if (actor === 'console')
    return { actor, op: op === 'reboot' ? 'delete' : op, collection, target, body: op === 'reboot' ? undefined : body };
  const request = digest({ method: op, path: `${collection}/${op === 'create' ? '' : target}`, body });
  return { actor, op, collection: op === 'reboot' ? 'servers' : collection, target, body, key: `k${key}`, fence, request };
}

/** Runs the commands and gives the ledger with the world that came out of it. */
function run(commands: readonly Command[]) {
  const world = emptyWorld();
  const lines: (Entry | Mark)[] = [];
  let now = 1_000;
  for (const each of commands) {
    now += each.afterMs;
    const before = JSON.stringify(picture(world, now));
    const line = decided(world, each, now);
    expect(JSON.stringify(picture(world, now))).toBe(before);
    if (!line) continue;
    lines.push(line);
    take(world, line);
    checkSense(world, now);
  }
  return { world, lines, now };
}

function decided(world: World, each: Command, now: number): Entry | Mark | undefined {
  const failure = each.fails ? { code: 'operation_failed', message: 'It failed.' } : undefined;
  try {
    const decision = decide(world, intentOf(world, each), {
      now,
      delayMs: 100,
      quota: { disks: 2 },
      seed: 's',
      ...(failure && { failure }),
    });
    if (decision.type === 'replay') return undefined;
    return decision.type === 'effect' ? decision.entry : decision.mark;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

const picture = (world: World, now: number) => ({
  things: collections.flatMap((collection) => inhabitants(world, collection, now)).map((thing) => showThing(thing, now)),
  operations: [...world.operations.values()].map((operation) => showOperation(operation, now)),
  keys: [...world.keys],
  fences: [...world.fences],
});

const unique = (values: readonly unknown[]): void => expect(new Set(values).size).toBe(values.length);

function checkSense(world: World, now: number): void {
  const seen = (collection: Collection) =>
    inhabitants(world, collection, now).map((thing) => ({ ...look(thing, now)?.fields, id: thing.id }) as Record<string, unknown>);
  const [networks, servers, disks] = [seen('networks'), seen('servers'), seen('disks')];
  for (const all of [networks, servers, disks]) unique(all.map(({ name }) => name));
  unique(servers.map(({ network, address }) => `${String(network)} ${String(address)}`));
  const attached = disks.filter(({ server }) => server !== null);
  unique(attached.map(({ server, device }) => `${String(server)} ${String(device)}`));
  expect(servers.filter(({ network }) => !networks.some(({ id }) => id === network))).toEqual([]);
  expect(attached.filter(({ server }) => !servers.some(({ id }) => id === server))).toEqual([]);
  expect(disks.filter(({ server, device }) => (server === null) !== (device === undefined))).toEqual([]);
  expect(disks.length).toBeLessThanOrEqual(2);
}

const commands = fc.array(command, { maxLength: 120, size: 'max' });

test('after a restart the world is what it was, at every moment that follows', () => {
  fc.assert(
    fc.property(commands, (all) => {
      const { world, lines, now } = run(all);
      const restarted = emptyWorld();
      for (const line of lines) take(restarted, JSON.parse(JSON.stringify(line)) as Entry | Mark);
      expect(restarted).toEqual(world);
      for (const later of [now, now + 50, now + 10_000]) expect(picture(restarted, later)).toEqual(picture(world, later));
    }),
    { seed: 5, numRuns: 150 },
  );
});

test('a key has at most one effect, and tokens of a name never fall', () => {
  fc.assert(
    fc.property(commands, (all) => {
      const entries = run(all).lines.filter((line): line is Entry => 'seq' in line);
      const keys = entries.flatMap(({ key }) => key ?? []);
      expect(new Set(keys).size).toBe(keys.length);
      expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, at) => at + 1));
      for (const mine of Map.groupBy(entries, ({ collection, name }) => `${collection}/${name}`).values()) {
        const fences = mine.flatMap(({ fence }) => fence ?? []);
        expect(fences).toEqual(fences.toSorted((a, b) => a - b));
      }
    }),
    { seed: 6, numRuns: 100 },
  );
});

test('the random requests reach every kind of effect', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(commands, (all) => {
      for (const line of run(all).lines)
        seen.add('seq' in line ? `${line.actor} ${line.op} ${line.collection} ${line.failure ? 'fails' : 'works'}` : 'mark');
    }),
    { seed: 7, numRuns: 100 },
  );
  expect(seen.size).toBe(30);
});
