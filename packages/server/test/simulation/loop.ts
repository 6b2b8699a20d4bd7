/** Virtual time, and the only queue of things to come. One of them happens, everything that follows from it ends, then the next. */
import type { Cancel } from '../../src/time.ts';
import type { Dice } from './dice.ts';

interface Coming {
  readonly at: number;
  /** What is due at the same moment comes in an order of chance. */
  readonly tie: number;
  work: (() => void) | undefined;
}

export class Loop {
  readonly #dice: Dice;
  readonly #heap: Coming[] = [];
  #now = 0;
  #happened = 0;

  constructor(dice: Dice) {
    this.#dice = dice;
  }

  /** Milliseconds since the beginning. */
  get now(): number {
    return this.#now;
  }

  get happened(): number {
    return this.#happened;
  }

  after(ms: number, work: () => void): Cancel {
    const coming: Coming = { at: this.#now + Math.max(0, ms), tie: this.#dice.roll(), work };
    push(this.#heap, coming);
    return () => void (coming.work = undefined);
  }

  /** Goes on until the moment, or until told to stop. What is due at that very moment does not happen yet. */
  async runTo(moment: number, stopped: () => boolean): Promise<void> {
    for (;;) {
      const next = this.#heap[0];
      if (stopped() || !next || next.at >= moment) break;
      pop(this.#heap);
      if (!next.work) continue;
      this.#now = next.at;
      this.#happened += 1;
      next.work();
      await everythingElse();
    }
    this.#now = Math.max(this.#now, moment);
  }
}

/** All promises that can go on have gone on: nothing in a simulation waits for anything but the loop. */
const everythingElse = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

const isBefore = (a: Coming, b: Coming): boolean => a.at < b.at || (a.at === b.at && a.tie < b.tie);

function push(heap: Coming[], coming: Coming): void {
  let at = heap.length;
  heap.push(coming);
  while (at > 0) {
    const above = (at - 1) >> 1;
    const other = heap[above] as Coming;
    if (!isBefore(coming, other)) break;
    heap[at] = other;
    at = above;
  }
  heap[at] = coming;
}

function pop(heap: Coming[]): void {
  const last = heap.pop();
  if (!last || heap.length === 0) return;
  let at = 0;
  for (;;) {
    const left = 2 * at + 1;
    if (left >= heap.length) break;
    const right = left + 1;
    const least = right < heap.length && isBefore(heap[right] as Coming, heap[left] as Coming) ? right : left;
    if (!isBefore(heap[least] as Coming, last)) break;
    heap[at] = heap[least] as Coming;
    at = least;
  }
  heap[at] = last;
}
