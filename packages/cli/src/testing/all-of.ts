/** For tests: all that comes. */
export async function allOf<T>(values: AsyncIterable<T>): Promise<readonly T[]> {
  const found: T[] = [];
  for await (const value of values) found.push(value);
  return found;
}
