/** What can stand in a document: plain JSON, read-only. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export type JsonObject = { readonly [key: string]: Json };

export const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A place in a document, from the root: `['spec', 'brokers', 0, 'host']`. */
export type Path = readonly (string | number)[];

/** One difference. `before` or `after` is absent when the path is absent on that side. */
export interface Change {
  readonly path: Path;
  readonly before?: Json;
  readonly after?: Json;
  /** The value is known only after apply. */
  readonly unknown?: true;
  /** The values are secret and were left out. */
  readonly secret?: true;
  /** The field is create-only: this change replaces the thing. */
  readonly replaces?: true;
}
