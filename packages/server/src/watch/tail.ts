import type { Version } from '../core/resource.ts';
import type { ChangeRecord } from '../store/port.ts';

export interface TailLimits {
  readonly most: number;
  /** In characters, about. */
  readonly heaviest: number;
}

/** The newest part of the feed, kept in memory: complete from `from` (exclusive) to `upTo` (inclusive). */
export class Tail {
  readonly #limits: TailLimits;
  #changes: ChangeRecord[] = [];
  #weights: number[] = [];
  #weight = 0;
  #from: Version;
  #upTo: Version;

  constructor(at: Version, limits: TailLimits) {
    this.#from = at;
    this.#upTo = at;
    this.#limits = limits;
  }

  get upTo(): Version {
    return this.#upTo;
  }

  append(changes: readonly ChangeRecord[], upTo: Version): void {
    const weights = changes.map(weightOf);
    this.#changes.push(...changes);
    this.#weights.push(...weights);
    this.#weight += sumOf(weights);
    this.#upTo = upTo;
    const { most, heaviest } = this.#limits;
    if (this.#changes.length >= 2 * most || this.#weight > heaviest) this.#shorten(); // cut off seldom, and then half
  }

  #shorten(): void {
    const { most, heaviest } = this.#limits;
    let surplus = Math.max(0, this.#changes.length - most);
    let left = this.#weight - sumOf(this.#weights.slice(0, surplus));
    for (; left > heaviest / 2 && surplus < this.#changes.length; surplus += 1) left -= this.#weights[surplus] ?? 0;
    this.#from = this.#changes[surplus - 1]?.version ?? this.#from;
    this.#changes = this.#changes.slice(surplus);
    this.#weights = this.#weights.slice(surplus);
    this.#weight = left;
  }

  /** What comes after a version, at most so many; `undefined` when that is no longer (or not yet) here. */
  after(version: Version, most: number): { readonly changes: readonly ChangeRecord[]; readonly upTo: Version } | undefined {
    const at = Number(version);
    if (at < Number(this.#from) || at > Number(this.#upTo)) return undefined;
    let low = 0;
    let high = this.#changes.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (Number(this.#changes[middle]?.version) > at) high = middle;
      else low = middle + 1;
    }
    const changes = this.#changes.slice(low, low + most);
    const last = low + most < this.#changes.length ? changes.at(-1) : undefined;
    return { changes, upTo: last?.version ?? this.#upTo };
  }
}

const sumOf = (weights: readonly number[]): number => weights.reduce((sum, weight) => sum + weight, 0);

/** What stands around a value, in characters. */
const EACH = 16;

/** About what the change takes in memory, told without writing it out. */
function weightOf({ resource }: ChangeRecord): number {
  const open: unknown[] = [resource];
  let weight = 0;
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    weight += EACH;
    if (typeof at === 'string') weight += at.length;
    else if (typeof at === 'object' && at !== null) for (const inner of Object.values(at)) open.push(inner ?? null);
  }
  return weight;
}
