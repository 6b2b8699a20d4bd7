/** The first element of a stream, so that an error at its start is still answered with a status. */
export interface Begun<T> {
  /** Everything, the first element included. */
  readonly all: AsyncIterable<T>;
}

/** Waits for the first element, at most so long. Throws what the stream throws in that time. */
export async function begin<T>(source: AsyncIterable<T>, withinMs = Number.POSITIVE_INFINITY): Promise<Begun<T>> {
  const iterator = source[Symbol.asyncIterator]();
  const first = iterator.next();
  // If the wait ends first, whoever reads `all` meets the error.
  first.catch(() => undefined);
  await (Number.isFinite(withinMs) ? Promise.race([first, wait(withinMs)]) : first);
  return { all: chain(first, iterator) };
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

async function* chain<T>(first: Promise<IteratorResult<T>>, iterator: AsyncIterator<T>): AsyncGenerator<T> {
  try {
    for (let next = await first; !next.done; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}
