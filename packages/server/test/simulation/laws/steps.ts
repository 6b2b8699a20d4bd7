/** L4, R7, L9 towards the world: one key one effect, fences that grow, deletes neither early nor of what stays. */
import type { Urn } from '../../../src/core/urn.ts';
import type { Group, Outcome } from '../../../src/store/port.ts';
import type { Entry, Order } from '../cloud.ts';
import { demand, type Ground } from './ground.ts';
import type { Rows } from './rows.ts';

export class Steps {
  readonly #ground: Ground;
  readonly #rows: Pick<Rows, 'movesOf'>;
  readonly #fences = new Map<string, number>();
  readonly #keys = new Map<string, Set<string>>();
  readonly #acts = new Set<string>();

  constructor(ground: Ground, rows: Pick<Rows, 'movesOf'>) {
    this.#ground = ground;
    this.#rows = rows;
  }

  wrote({ verb, urn, key, fence, act }: Entry): void {
    const before = this.#fences.get(urn) ?? -1;
    demand(fence > before, 'L3', () => `two steps of ${urn} came with the fences ${before} and ${fence}`);
    this.#fences.set(urn, fence);
    const keys = this.#keys.get(urn) ?? new Set();
    this.#keys.set(urn, keys.add(key));
    const moves = this.#rows.movesOf(urn as Urn);
    demand(keys.size <= moves, 'L4', () => `${urn} has had ${moves} steps, and effects under ${keys.size} keys`);
    if (act !== undefined) {
      demand(!this.#acts.has(act), 'L4', () => `${act} was done twice`);
      this.#acts.add(act);
    }
    if (verb === 'delete') this.#mayGo(urn as Urn);
  }

  /** The cloud refuses what is old. It must not take the newest step for that. */
  refusedFence({ urn, fence, key }: Order, newest: number): void {
    const { tables } = this.#ground;
    const row = tables.resources.get(urn as Urn);
    const turn = tables.turns.get(urn as Urn);
    const present = row && turn && row.state.status === 'pending' && (key === `${row.uid}.${row.move}` || fence >= turn.born + row.move);
    demand(!present, 'R7', () => `the newest step of ${urn} has the fence ${fence}, below ${newest}`);
  }

  #mayGo(urn: Urn): void {
    const { resources, edges } = this.#ground.tables;
    const row = resources.get(urn);
    const goal = row && 'goal' in row.state ? row.state.goal : undefined;
    demand(goal === 'absent' || goal === 'replace', 'L9', () => `${urn} was deleted outside although nobody asked for it`);
    const users = [...edges.values()].flat().filter(({ to }) => to === urn);
    demand(goal === 'replace' || users.length === 0, 'L9', () => `${urn} was deleted before ${users[0]?.from}, which depends on it`);
  }

  committed({ writes }: Group, { type }: Outcome): void {
    if (type !== 'committed') return;
    const things = new Set(this.#ground.cloud.urns);
    for (const { op, resource } of writes)
      demand(op !== 'drop' || !things.has(resource.urn), 'L9', () => `the row of ${resource.urn} went before the thing`);
  }
}
