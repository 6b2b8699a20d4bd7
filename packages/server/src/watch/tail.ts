import type { Version } from '../core/resource.ts';
import type { ChangeRecord } from '../store/port.ts';

/** The newest part of the feed, kept in memory: complete from `from` (exclusive) to `upTo` (inclusive). */
export class Tail {
  readonly #most: number;
  #changes: ChangeRecord[] = [];
  #from: Version;
  #upTo: Version;

  constructor(at: Version, most: number) {
    this.#from = at;
    this.#upTo = at;
    this.#most = most;
  }

  get upTo(): Version {
    return this.#upTo;
  }

  append(changes: readonly ChangeRecord[], upTo: Version): void {
    this.#changes.push(...changes);
    this.#upTo = upTo;
    const surplus = this.#changes.length - this.#most;
    if (surplus < this.#most) return; // cut off seldom, and then half
    this.#from = this.#changes[surplus - 1]?.version ?? this.#from;
    this.#changes = this.#changes.slice(surplus);
  }

  /** What comes after a version; `undefined` when that is no longer (or not yet) here. */
  after(version: Version): readonly ChangeRecord[] | undefined {
    const at = Number(version);
    if (at < Number(this.#from) || at > Number(this.#upTo)) return undefined;
    let low = 0;
    let high = this.#changes.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (Number(this.#changes[middle]?.version) > at) high = middle;
      else low = middle + 1;
    }
    return this.#changes.slice(low);
  }
}
