/** A path through objects, as kinds write it: `storage.size`. */
export type FieldPath = readonly string[];

const field = /^[A-Za-z_$][\w$-]*$/;
const forbidden = new Set(['__proto__', 'constructor', 'prototype']);

/** `undefined` for what is not a path. */
export function fieldPath(text: string): FieldPath | undefined {
  const parts = text.split('.');
  return parts.length <= 32 && parts.every((part) => field.test(part) && !forbidden.has(part)) ? parts : undefined;
}

/** Whether one of them is, or lies within, the other. */
export const overlap = (a: FieldPath, b: FieldPath): boolean => isAtOrBelow(a, b) || isAtOrBelow(b, a);

export const isAtOrBelow = (path: FieldPath, above: FieldPath): boolean =>
  path.length >= above.length && above.every((part, i) => part === path[i]);

export const isBelow = (path: FieldPath, above: FieldPath): boolean => path.length > above.length && isAtOrBelow(path, above);

export const sharedLength = (a: FieldPath, b: FieldPath): number => {
  const end = a.findIndex((part, i) => part !== b[i]);
  return end < 0 ? a.length : end;
};
