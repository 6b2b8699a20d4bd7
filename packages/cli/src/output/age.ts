/** How long ago: `5s`, `3m20s`, `4d2h`, or nothing where there is no time. */
const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['m', 60],
  ['s', 1],
] as const;

/** Up to these many of a unit the next smaller one is told, too. */
const SMALL = 10;

export function ageOf(time: string | undefined, now: number): string {
  const seconds = Math.max(0, Math.trunc((now - Date.parse(time ?? '')) / 1000));
  if (Number.isNaN(seconds)) return '';
  const at = UNITS.findIndex(([, size]) => seconds >= size);
  const [unit, size] = UNITS[at] ?? ['s', 1];
  const [smaller, smallSize] = UNITS[at + 1] ?? ['', 1];
  const count = Math.floor(seconds / size);
  const rest = Math.floor((seconds % size) / smallSize);
  return `${count}${unit}${smaller !== '' && count < SMALL && rest > 0 ? `${rest}${smaller}` : ''}`;
}
