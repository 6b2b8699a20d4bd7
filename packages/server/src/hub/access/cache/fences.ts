import { type Locator, ProblemError } from '@ectropy/sdk';

/**
 * Numbers that only grow, kept in the database. Laws: a raise gives every name a value that it never had before; a read that begins after
 * a raise was answered sees that value or a later one. A name that was never raised is absent, and absent again only after so long that
 * nothing filled before can still be cached.
 */
export interface Fences {
  read(names: readonly string[]): Promise<ReadonlyMap<string, string>>;
  raise(names: readonly string[]): Promise<void>;
}

const name = (...parts: readonly string[]): string => JSON.stringify(parts);

/** What an answer depends on. Every answer depends on the kind as a whole too: that is raised when anything may have changed. */
export const fencesOf = {
  kind: (kind: string): readonly string[] => [name(kind)],
  get: (kind: string, at: Locator): readonly string[] => [name(kind), name(kind, 'get', at.project, at.name)],
  list: (kind: string, project: string | undefined): readonly string[] => [name(kind), listOf(kind, project)],
  /** What one changed resource touches: itself, the list of its project, and the list of all projects. */
  changed: (kind: string, { project, name: item }: Locator): readonly string[] => [
    name(kind, 'get', project, item),
    listOf(kind, project),
    listOf(kind, undefined),
  ],
} as const;

const listOf = (kind: string, project: string | undefined): string =>
  project === undefined ? name(kind, 'all') : name(kind, 'list', project);

/** One call for many: who asks while a call is under way is answered by the next one, which begins after all of them have asked. */
export const coalesced = (fences: Fences): Fences => ({
  read: together((names) => fences.read(names)),
  raise: together((names) => fences.raise(names)),
});

function together<T>(call: (names: readonly string[]) => Promise<T>): (names: readonly string[]) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  let next: { readonly names: Set<string>; readonly answer: Promise<T> } | undefined;
  const gather = (): { readonly names: Set<string>; readonly answer: Promise<T> } => {
    const names = new Set<string>();
    const answer = last.then(() => {
      next = undefined;
      return call([...names].sort()); // in one order, so that two raises never wait for each other
    });
    last = answer.catch(() => undefined);
    return { names, answer };
  };
  return (names) => {
    next ??= gather();
    for (const one of names) next.names.add(one);
    return next.answer;
  };
}

/** The fences as one value, to be compared with that of an entry; `undefined` when they cannot be read. */
export async function stampOf(names: readonly string[], fences: Fences): Promise<string | undefined> {
  try {
    const values = await fences.read(names);
    return JSON.stringify(names.map((one) => values.get(one) ?? ''));
  } catch {
    return undefined;
  }
}

/**
 * Raises, does it, raises again, and only then is it acknowledged.
 *
 * The second raise makes the law: whoever asks after the acknowledgement reads a fence at or above it, so an entry counts only when its
 * fill read the fence after this raise, hence asked the service after the deed. A fill that began earlier, however late it ends, on
 * whatever replica, is stored under a lower value and never counts again; no message has to arrive for that. If this raise fails,
 * older entries may still count, so the deed must not be acknowledged.
 *
 * The first raise makes the rest safe: it shows that fences can be raised before anything was done that could not be acknowledged, and if
 * this process dies between deed and second raise, only what was filled during the deed can outlive it, until it expires.
 */
export async function fenced<T>(names: readonly string[], fences: Fences, deed: () => Promise<T>): Promise<T> {
  await raise(names, fences, 'nothing was changed');
  const outcome = await deed().catch(async (error: unknown) => {
    await fences.raise(names).catch(() => undefined); // it may have happened all the same
    throw error;
  });
  await raise(names, fences, 'the change was made, but readers might not see it yet');
  return outcome;
}

const raise = (names: readonly string[], fences: Fences, state: string): Promise<void> =>
  fences.raise(names).catch((error: unknown) => {
    const problem = {
      code: 'unavailable',
      message: `cannot raise the fences of the cache: ${state}`,
      hint: 'try again; it is safe to repeat',
    } as const;
    throw new ProblemError(problem, { cause: error });
  });
