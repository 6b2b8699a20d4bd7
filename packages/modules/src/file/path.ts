/** Names that begin like this are files in the making; no resource may use one. */
export const TEMPORARY = '.ectropy-';

/** Why a path is not one that stands below the root, or nothing if it is. Pure: links are for `place.ts` to follow. */
export function pathFault(path: string): string | undefined {
  if (path === '') return 'must not be empty';
  if (path.startsWith('/')) return 'must be relative to the root, so it cannot begin with /';
  if (path.includes('\\')) return 'must separate its parts by /, not by a backslash';
  if (hasControl(path)) return 'must not hold control characters';
  if (Buffer.byteLength(path) > 1024) return 'must not be longer than 1024 bytes';
  return path.split('/').map(partFault).find(Boolean);
}

const hasControl = (path: string): boolean => [...path].some((char) => char < ' ' || char === '\u007F');

function partFault(part: string): string | undefined {
  if (part === '') return 'must not hold an empty part, nor end with /';
  if (part === '.' || part === '..') return `must not hold ${part}`;
  if (Buffer.byteLength(part) > 200) return 'must not hold a part longer than 200 bytes';
  if (part.startsWith(TEMPORARY)) return `must not hold a part that begins with ${TEMPORARY}`;
  return undefined;
}
