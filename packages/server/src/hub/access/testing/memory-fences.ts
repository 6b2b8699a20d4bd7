import type { Fences } from '../cache/fences.ts';

/** Fences as the database has them: every raise gives a number that was never given before. */
export class MemoryFences implements Fences {
  readonly values = new Map<string, string>();
  readonly reads: (readonly string[])[] = [];
  readonly raises: (readonly string[])[] = [];
  #last = 0;

  async read(names: readonly string[]): Promise<ReadonlyMap<string, string>> {
    this.reads.push(names);
    return new Map([...this.values].filter(([name]) => names.includes(name)));
  }

  async raise(names: readonly string[]): Promise<void> {
    this.raises.push(names);
    this.#last += 1;
    for (const name of names) this.values.set(name, String(this.#last));
  }
}
