interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** Collects what is asked for while the last batch is under way, and sends it together: the slower the disk, the larger the batch. */
export class Batcher<Item, Answer> {
  readonly #send: (items: readonly Item[]) => Promise<readonly Answer[]>;
  readonly #take: (waiting: readonly Item[]) => number[];
  #waiting: Waiting<Item, Answer>[] = [];
  readonly #gather: () => Promise<void> | undefined;
  readonly #isOwnFault: (error: unknown) => boolean;
  #busy = false;

  /**
   * `take` picks, by position, what may go together; it must pick at least one. `send` answers in the order of its items. `gather`
   * waits for more where that costs nobody anything. `isOwnFault`: nothing was done, because of what one of the items holds; then each
   * is sent alone, so that its neighbours do not pay for it.
   */
  constructor(
    take: (waiting: readonly Item[]) => number[],
    send: (items: readonly Item[]) => Promise<readonly Answer[]>,
    gather: () => Promise<void> | undefined = () => undefined,
    isOwnFault: (error: unknown) => boolean = () => false,
  ) {
    this.#take = take;
    this.#send = send;
    this.#gather = gather;
    this.#isOwnFault = isOwnFault;
  }

  get busy(): boolean {
    return this.#busy;
  }

  add(item: Item): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    this.#waiting.push({ item, resolve, reject });
    if (!this.#busy) {
      this.#busy = true;
      setImmediate(() => void this.#drain()); // what this tick brings goes together
    }
    return promise;
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#gather();
      const picked = new Set(this.#take(this.#waiting.map(({ item }) => item)));
      const batch = this.#waiting.filter((_, i) => picked.has(i));
      this.#waiting = this.#waiting.filter((_, i) => !picked.has(i));
      await this.#settle(batch);
      await new Promise((resolve) => setImmediate(resolve)); // what has arrived meanwhile goes along: fewer, larger batches
    }
    this.#busy = false;
  }

  async #settle(batch: readonly Waiting<Item, Answer>[]): Promise<void> {
    try {
      const answers = await this.#send(batch.map(({ item }) => item));
      batch.forEach(({ resolve, reject }, i) => {
        const answer = answers[i];
        if (answer === undefined) reject(new Error('the batch was answered with too few answers'));
        else resolve(answer);
      });
    } catch (error) {
      if (batch.length > 1 && this.#isOwnFault(error)) for (const one of batch) await this.#settle([one]);
      else for (const { reject } of batch) reject(error);
    }
  }
}
