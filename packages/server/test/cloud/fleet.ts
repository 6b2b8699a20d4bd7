/** What a trial declares: networks, servers in them, disks on those; and what each change of it must do to the cloud, once. */
import type { Collection } from '@ectropy/cloud-sim';
import type { JsonObject } from '@ectropy/sdk';
import { collection } from '../kube.ts';

export const PROJECT = 'trial';

export interface Thing {
  readonly collection: Collection;
  readonly name: string;
  readonly spec: JsonObject;
  /** The network of a server, the server of a disk. */
  readonly on?: string;
}

const wire = {
  networks: { plural: 'cloudnetworks', kind: 'CloudNetwork', key: '' },
  servers: { plural: 'cloudservers', kind: 'CloudServer', key: 'network' },
  disks: { plural: 'clouddisks', kind: 'CloudDisk', key: 'server' },
} as const satisfies Record<Collection, object>;

export const pathOf = ({ collection: of, name }: Pick<Thing, 'collection' | 'name'>): string => `${listOf(of)}/${name}`;
export const listOf = (of: Collection): string => collection('cloud.ectropy.dev/v1', wire[of].plural, PROJECT);
export const linkOf = (of: Collection): string => wire[of].key;

export const documentOf = ({ collection: of, name, spec, on }: Thing): JsonObject => ({
  apiVersion: 'cloud.ectropy.dev/v1',
  kind: wire[of].kind,
  metadata: { name },
  spec: { ...spec, ...(on !== undefined && { dependencies: { [wire[of].key]: { name: on } } }) },
});

/** Per network two servers and one disk, which hangs on the first of them. */
export const aFleet = (networks: number): readonly Thing[] =>
  Array.from({ length: networks }, (_, n): readonly Thing[] => [
    { collection: 'networks', name: `n${n}`, spec: { cidr: `10.${n}.0.0/16` } },
    ...['a', 'b'].map((letter): Thing => ({
      collection: 'servers',
      name: `s${n}${letter}`,
      on: `n${n}`,
      spec: { image: 'debian-12', size: 'small' },
    })),
    { collection: 'disks', name: `d${n}`, on: `s${n}a`, spec: { size_gb: 10 } },
  ]).flat();

type Op = 'create' | 'update' | 'delete' | 'reboot';

/** Something that happens to a thing in one round, and the effects that it must have: these, in this order, once. */
export interface Turn {
  readonly thing: Thing;
  readonly expected: readonly Op[];
  /** By whom; `console`: behind our back, so that it has to be put right. */
  readonly by: 'declared' | 'action' | 'console' | 'nobody';
}

const sizes = ['small', 'medium', 'large'] as const;

/** A change that is possible while others depend on it, unless nothing does. */
function edited(thing: Thing, dice: Dice): Omit<Turn, 'by'> {
  const { spec } = thing;
  if (thing.collection === 'networks')
    return { thing: { ...thing, spec: { ...spec, labels: { round: String(dice(1e6)) } } }, expected: ['update'] };
  if (thing.collection === 'disks') return { thing: { ...thing, spec: { size_gb: Number(spec['size_gb']) + 1 } }, expected: ['update'] };
  const isFree = thing.name.endsWith('b');
  if (isFree && dice(2) === 0)
    return { thing: { ...thing, spec: { ...spec, image: `debian-${dice(1e6)}` } }, expected: ['delete', 'create'] };
  const size = sizes[(sizes.findIndex((one) => one === spec['size']) + 1) % sizes.length] ?? 'small';
  return { thing: { ...thing, spec: { ...spec, size } }, expected: ['update'] };
}

/** What becomes of each in one round. */
export const drawn = (fleet: readonly Thing[], dice: Dice): readonly Turn[] =>
  fleet.map((thing): Turn => {
    const roll = dice(10);
    if (roll < 6 && thing.collection === 'servers') return { thing, expected: ['reboot'], by: 'action' };
    if (roll < 8) return { ...edited(thing, dice), by: 'declared' };
    if (roll < 9) return { thing, expected: thing.collection === 'disks' ? ['create'] : ['update'], by: 'console' };
    return { thing, expected: [], by: 'nobody' };
  });

/** From 0 to below the number. */
export type Dice = (sides: number) => number;

export function diceOf(seed: number): Dice {
  let state = seed;
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * sides);
  };
}
