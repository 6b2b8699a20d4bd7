/** How long ago something was, as `kubectl` users know it: two units at most, coarser as it gets older. */
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

/** `5s`, `3m20s`, `4d2h`. A clock that is ahead by more than a second is told as `<invalid>`. */
export function showAge(ms: number): string {
  const seconds = Math.trunc(ms / 1000);
  if (Number.isNaN(seconds) || seconds < -1) return '<invalid>';
  if (seconds < 0) return '0s';
  if (seconds < 2 * MINUTE) return `${seconds}s`;
  if (seconds < 10 * MINUTE) return both(seconds, MINUTE, 'm', 1, 's');
  if (seconds < 3 * HOUR) return one(seconds, MINUTE, 'm');
  if (seconds < 8 * HOUR) return both(seconds, HOUR, 'h', MINUTE, 'm');
  if (seconds < 2 * DAY) return one(seconds, HOUR, 'h');
  if (seconds < 8 * DAY) return both(seconds, DAY, 'd', HOUR, 'h');
  if (seconds < 2 * YEAR) return one(seconds, DAY, 'd');
  if (seconds < 8 * YEAR) return both(seconds, YEAR, 'y', DAY, 'd');
  return one(seconds, YEAR, 'y');
}

const one = (seconds: number, unit: number, sign: string): string => `${Math.floor(seconds / unit)}${sign}`;

function both(seconds: number, large: number, largeSign: string, small: number, smallSign: string): string {
  const rest = Math.floor((seconds % large) / small);
  return one(seconds, large, largeSign) + (rest === 0 ? '' : `${rest}${smallSign}`);
}
