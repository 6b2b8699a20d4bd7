const everyMs = 20;

/**
 * Tells how late a regular timer was served. The platform's own monitor loses the interval in which it is reset, and a value per
 * scrape would be wrong as soon as two scrape; a histogram that only grows is right for everybody.
 */
export function watchLoop(late: (seconds: number) => void): { close(): void } {
  let before = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    late(Math.max(0, now - before - everyMs) / 1_000);
    before = now;
  }, everyMs);
  timer.unref();
  return { close: () => clearInterval(timer) };
}
