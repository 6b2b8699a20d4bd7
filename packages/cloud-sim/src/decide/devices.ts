import { Refusal } from '../refusal.ts';
import { possible } from '../world/look.ts';
import { type World, referrersOf } from '../world/world.ts';

const letters = [...'bcdefghijklmnopqrstuvwxyz'];

/** The first device of a server that no other disk has or is about to have. */
export function deviceFor(world: World, disk: string, server: string, now: number): string {
  const others = referrersOf(world, server).filter(({ id }) => id !== disk);
  const attached = others.flatMap((other) => possible(other, now)).filter((fields) => fields['server'] === server);
  const taken = new Set(attached.map(({ device }) => device));
  const free = letters.map((letter) => `/dev/vd${letter}`).find((device) => !taken.has(device));
  if (free === undefined) throw new Refusal('quota_exceeded', `A server has at most ${letters.length} disks.`, { field: 'server' });
  return free;
}
