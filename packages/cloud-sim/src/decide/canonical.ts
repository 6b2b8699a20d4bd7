/** One spelling for one request: what differs only in the order of its fields is the same request. */
import { createHash } from 'node:crypto';
import { Refusal } from '../refusal.ts';
import { isPlainObject } from '../world/fields.ts';

const MAX_DEPTH = 16;

export function canonical(value: unknown, depth = 0): string {
  if (depth > MAX_DEPTH) throw new Refusal('invalid', `The body is nested deeper than ${MAX_DEPTH} levels.`);
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, depth + 1)).join(',')}]`;
  if (!isPlainObject(value)) return JSON.stringify(value) ?? 'null';
  const pairs = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${pairs.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item, depth + 1)}`).join(',')}}`;
}

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/** No body and an empty one are the same. */
export const digest = ({ method, path, body }: Request): string =>
  createHash('sha256')
    .update(`${method} ${path}\n${canonical(body ?? {})}`)
    .digest('hex')
    .slice(0, 32);

const DIGITS = 13;

/** The same seed and place in the ledger give the same id; nothing else does. */
export function idFrom(seed: string, seq: number, prefix: string): string {
  const bits = createHash('sha256').update(`${seed} ${seq} ${prefix}`).digest().readBigUInt64BE();
  return `${prefix}-${bits.toString(36).padStart(DIGITS, '0')}`;
}
