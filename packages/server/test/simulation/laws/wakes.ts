/** R12: what waits is woken by what it waits for, also while a worker holds it, and nobody puts that off. */
import { isUsable } from '../../../src/core/turn.ts';
import type { Resource } from '../../../src/core/resource.ts';
import type { Urn } from '../../../src/core/urn.ts';
import type { Claim, Group, Lease, Outcome, Write } from '../../../src/store/port.ts';
import { demand, type Ground } from './ground.ts';

export class Wakes {
  readonly #ground: Pick<Ground, 'tables' | 'stage'>;
  readonly #usable = new Map<Urn, boolean>();
  /** The date that somebody else has set since the last claim. */
  readonly #asked = new Map<Urn, number>();

  constructor(ground: Pick<Ground, 'tables' | 'stage'>) {
    this.#ground = ground;
  }

  claimed(claims: readonly Claim[]): void {
    for (const { lease } of claims) this.#asked.delete(lease.urn);
  }

  released(leases: readonly Lease[]): void {
    for (const { urn } of leases) this.#isKept(urn);
  }

  committed({ writes }: Group, { type }: Outcome): void {
    if (type !== 'committed') return;
    for (const write of writes) if (write.lease && write.op === 'put' && write.due) this.#isKept(write.resource.urn);
    for (const write of writes) this.#written(write);
    for (const { op, resource } of writes) this.#wakes(op, resource);
  }

  #written({ op, resource: { urn }, lease }: Write): void {
    this.#asked.delete(urn);
    const dueAt = this.#ground.tables.turns.get(urn)?.dueAt;
    if (op === 'put' && !lease && dueAt !== undefined) this.#asked.set(urn, dueAt);
  }

  #wakes(op: Write['op'], resource: Resource): void {
    const { urn } = resource;
    const became = op === 'put' && isUsable(resource) && this.#usable.get(urn) !== true;
    this.#usable.set(urn, op === 'put' && isUsable(resource));
    const waiting = op === 'drop' ? Object.values(resource.dependencies) : became ? this.#dependents(urn) : [];
    for (const other of waiting) this.#isWoken(other, urn);
  }

  #dependents = (urn: Urn): readonly Urn[] =>
    [...this.#ground.tables.edges.values()].flat().flatMap(({ from, to }) => (to === urn ? [from] : []));

  #isWoken(urn: Urn, by: Urn): void {
    const now = this.#ground.stage.now();
    const dueAt = this.#ground.tables.turns.get(urn)?.dueAt;
    if (dueAt === undefined) return; // paused or finished: it stays so
    demand(dueAt <= now, 'R12', () => `${urn} waits for ${by}, and was not woken by it`);
    this.#asked.set(urn, dueAt);
  }

  #isKept(urn: Urn): void {
    const asked = this.#asked.get(urn);
    const dueAt = this.#ground.tables.turns.get(urn)?.dueAt;
    demand(
      asked === undefined || dueAt === undefined || dueAt <= asked,
      'R12',
      () => `a turn of ${urn} that somebody asked for was put off`,
    );
  }
}
