import type { Held } from '@ectropy/sdk';

/** Whether something out of a shared cache has the shape of a resource. */
export function isHeld(value: unknown): value is Held {
  if (!isObject(value)) return false;
  const { project, name, labels, annotations, spec, status } = value;
  if (typeof project !== 'string' || typeof name !== 'string') return false;
  return isWords(labels) && isWords(annotations) && isObject(spec) && (status === undefined || isObject(status));
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isWords = (value: unknown): boolean => isObject(value) && Object.values(value).every((word) => typeof word === 'string');
