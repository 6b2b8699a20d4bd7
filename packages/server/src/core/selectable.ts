/** Fields of the hub view that lists and watches can be filtered by, and where they stand in a resource. */
import { isWithin } from './diff.ts';
import type { Resource } from './resource.ts';

const fixed: Readonly<Record<string, readonly string[]>> = {
  'metadata.name': ['name'],
  'metadata.namespace': ['project'],
  'metadata.project': ['project'],
};

/** `status.x` is what the thing says of itself: its output, and the whole status where somebody else writes it. */
export function placeOf(field: string): readonly string[] {
  const known = Object.hasOwn(fixed, field) ? fixed[field] : undefined;
  if (known) return known;
  const [root, ...rest] = field.replace(/^\./, '').split('.');
  if (root === 'status') return ['state', 'output', ...(rest[0] === 'output' ? rest.slice(1) : rest)];
  return [root ?? '', ...rest];
}

/** Whether the field lies at or below a secret: whoever could filter by it could guess it, and what it was would be told to watchers (L11). */
export function isSecretField(field: string, secret: readonly string[] = []): boolean {
  const [root, ...rest] = placeOf(field);
  return (root === 'spec' && isWithin(rest, secret)) || (root === 'state' && isWithin(rest.slice(1), secret));
}

/** Through objects, not lists. What is absent, or no plain value, is the empty text. */
export function textAt(resource: Resource, place: readonly string[]): string {
  const found = place.reduce<unknown>((at, key) => (isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined), resource);
  return found === undefined || found === null || typeof found === 'object' ? '' : String(found);
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
