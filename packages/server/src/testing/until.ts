/** Asks again and again until the answer is truthy, and gives that answer; throws when it takes too long. */
export async function until<T>(
  check: () => T | Promise<T>,
  { timeoutMs = 5_000, everyMs = 10, what = 'what the test waits for' }: { timeoutMs?: number; everyMs?: number; what?: string } = {},
): Promise<Exclude<T, undefined | null | false | 0 | ''>> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const answer = await check();
    if (answer) return answer as Exclude<T, undefined | null | false | 0 | ''>;
    if (performance.now() > end) throw new Error(`${what} did not come within ${timeoutMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
