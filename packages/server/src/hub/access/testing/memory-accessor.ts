import type { AccessContext, Accessor, Held, Locator } from '@ectropy/sdk';

const placeOf = ({ project, name }: Locator): string => JSON.stringify([project, name]);

/** An accessor whose service is a map; it keeps the laws and writes down what it was asked. */
export class MemoryAccessor implements Accessor {
  readonly held = new Map<string, Held>();
  readonly asked: string[] = [];
  readonly contexts: AccessContext[] = [];
  /** Runs before a call is answered. */
  before: (verb: string, context: AccessContext) => Promise<void> = async () => {};
  #listeners = new Set<(at: Locator | undefined) => void>();

  constructor(...held: readonly Held[]) {
    for (const one of held) this.held.set(placeOf(one), one);
  }

  async #note(verb: string, where: object, context: AccessContext): Promise<void> {
    this.asked.push(`${verb} ${JSON.stringify(where)}`);
    this.contexts.push(context);
    await this.before(verb, context);
  }

  async get(at: Locator, context: AccessContext): Promise<Held | undefined> {
    await this.#note('get', at, context);
    return this.held.get(placeOf(at));
  }

  async list(options: { readonly project?: string }, context: AccessContext): Promise<readonly Held[]> {
    await this.#note('list', options, context);
    return [...this.held.values()].filter(({ project }) => options.project === undefined || project === options.project);
  }

  async apply(held: Held, context: AccessContext): Promise<Held> {
    await this.#note('apply', { project: held.project, name: held.name }, context);
    this.held.set(placeOf(held), held);
    return held;
  }

  async delete(at: Locator, context: AccessContext): Promise<boolean> {
    await this.#note('delete', at, context);
    return this.held.delete(placeOf(at));
  }

  /** Tells all who listen. */
  tell(at: Locator | undefined): void {
    for (const listener of this.#listeners) listener(at);
  }

  get listeners(): number {
    return this.#listeners.size;
  }

  async *notifications({ signal }: { readonly signal: AbortSignal }): AsyncIterable<Locator | undefined> {
    const heard: (Locator | undefined)[] = [];
    let wake: (() => void) | undefined;
    const listener = (at: Locator | undefined): void => {
      heard.push(at);
      wake?.();
    };
    this.#listeners.add(listener);
    signal.addEventListener('abort', () => wake?.(), { once: true });
    try {
      while (!signal.aborted) {
        while (heard.length > 0) yield heard.shift();
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (heard.length > 0 || signal.aborted) resolve();
        });
      }
    } finally {
      this.#listeners.delete(listener);
    }
  }
}
