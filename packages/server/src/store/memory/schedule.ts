import type { Millis, Priority } from '../../core/state.ts';
import type { Urn } from '../../core/urn.ts';
import type { Claim, ClaimRequest, Lease, QueueFigures } from '../port.ts';
import { holds } from './refuse.ts';
import { byCodeUnit, copy, type Turn, type World } from './world.ts';

type Due = Turn & { readonly dueAt: Millis };

const isHeld = ({ owner, leasedUntil }: Turn, now: Millis): boolean => owner !== undefined && leasedUntil > now;
const isScheduled = (turn: Turn): turn is Due => turn.dueAt !== undefined;

/** Due and held by nobody, most urgent first. */
function waiting(world: World, kinds?: readonly string[]): readonly Due[] {
  const now = world.now();
  const due = [...world.turns.values()]
    .filter(isScheduled)
    .filter((turn) => turn.dueAt <= now && !isHeld(turn, now) && (!kinds || kinds.includes(turn.kind)));
  return due.sort((a, b) => a.priority - b.priority || a.dueAt - b.dueAt || byCodeUnit(a.urn, b.urn));
}

export function claim(world: World, { owner, limit, leaseMs, kinds, limits }: ClaimRequest): readonly Claim[] {
  const now = world.now();
  const busy = new Map<string, number>();
  const count = (kind: string) => busy.set(kind, (busy.get(kind) ?? 0) + 1);
  for (const turn of world.turns.values()) if (isHeld(turn, now)) count(turn.kind);

  const claims: Claim[] = [];
  for (const turn of waiting(world, kinds)) {
    const resource = world.resources.get(turn.urn);
    if (claims.length >= limit) break;
    if (!resource || (busy.get(turn.kind) ?? 0) >= (limits[turn.kind] ?? Infinity)) continue;
    count(turn.kind);
    Object.assign(turn, { owner, leasedUntil: now + leaseMs, token: turn.token + 1, woken: false });
    claims.push({ lease: { urn: turn.urn, owner, token: turn.token }, resource: copy(resource), born: turn.born });
  }
  return claims;
}

export function renew(world: World, leases: readonly Lease[], leaseMs: number): ReadonlySet<Urn> {
  const now = world.now();
  const own = leases.filter((lease) => holds(world, lease)).flatMap(({ urn }) => world.turns.get(urn) ?? []);
  const held = own.filter((turn) => isHeld(turn, now));
  for (const turn of held) turn.leasedUntil = now + leaseMs;
  return new Set(held.map(({ urn }) => urn));
}

export function release(world: World, { lease, inMs }: { readonly lease: Lease; readonly inMs?: number }): void {
  const turn = world.turns.get(lease.urn);
  if (!turn || !holds(world, lease)) return;
  turn.owner = undefined;
  if (inMs !== undefined && !turn.woken) turn.dueAt = world.now() + inMs;
}

/** What is held counts from the end of its lease: its holder may have died. */
export function nextDueMs(world: World, kinds?: readonly string[]): number | undefined {
  const now = world.now();
  const times = [...world.turns.values()]
    .filter(isScheduled)
    .filter(({ kind }) => !kinds || kinds.includes(kind))
    .map((turn) => (isHeld(turn, now) ? Math.max(turn.dueAt, turn.leasedUntil) : turn.dueAt));
  return times.length === 0 ? undefined : Math.max(0, times.reduce((a, b) => Math.min(a, b)) - now);
}

export function queueFigures(world: World): QueueFigures {
  const due = waiting(world);
  const depth = (priority: Priority) => due.filter((turn) => turn.priority === priority).length;
  const now = world.now();
  const oldest = due.reduce((at, { dueAt }) => Math.min(at, dueAt), now);
  return { depth: { 0: depth(0), 1: depth(1), 2: depth(2) }, oldestAgeMs: now - oldest };
}
