/** JSON pointers (RFC 6901). */
export type Pointer = readonly string[];

/** `undefined`: not a pointer. The empty one is the whole document. */
export function parsePointer(text: string): Pointer | undefined {
  if (text === '') return [];
  if (!text.startsWith('/') || /~(?![01])/.test(text)) return undefined;
  return text
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Keys that reach an object's prototype in careless code. */
export const isForbiddenKey = (key: string): boolean => key === '__proto__' || key === 'constructor' || key === 'prototype';
