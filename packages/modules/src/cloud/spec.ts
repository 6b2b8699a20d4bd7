import { isObject, type Json, type Subject } from '@ectropy/sdk';

/** What the specs of all cloud kinds share. */
export type CommonSpec = {
  /** What it is called in the cloud, where that is not derived from project and name. */
  readonly name?: string;
  readonly labels?: Readonly<Record<string, string>>;
};

/** A word in what a resource answered, or nothing. */
export function wordIn(output: Json | undefined, key: string): string | undefined {
  const value = isObject(output) && Object.hasOwn(output, key) ? output[key] : undefined;
  return typeof value === 'string' ? value : undefined;
}

export const idOf = ({ output }: Pick<Subject, 'output'>): string | undefined => wordIn(output, 'id');

/** How a resource is bound to one that it needs. `unknown`: its id will be known at apply. */
export type Bond = { readonly type: 'none' } | { readonly type: 'unknown' } | { readonly type: 'known'; readonly id: string };

export function bondTo({ needs }: Pick<Subject, 'needs'>, key: string): Bond {
  const need = Object.hasOwn(needs, key) ? needs[key] : undefined;
  if (!need) return { type: 'none' };
  const id = wordIn(need.output, 'id');
  return id === undefined ? { type: 'unknown' } : { type: 'known', id };
}
