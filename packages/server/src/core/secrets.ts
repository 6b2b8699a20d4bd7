/** Where a kind keeps secret values in a document, and copies of them in words (L11). */
import { isObject, type Json, type Kind, type Path } from '@ectropy/sdk';
import { dotted } from './diff.ts';

/** Stands where a secret value is not shown. */
export const HIDDEN = '(secret)';

export type Secrets = Pick<Kind, 'secret'> | undefined;

export const isSecret = (path: Path, kind: Secrets): boolean => kind?.secret?.includes(dotted(path)) ?? false;

/** `at`: where `value` stands for the kind, if `path` begins above that. */
interface Walk {
  readonly path?: Path;
  readonly at?: string;
}

/** A copy with the answer of `work` at every secret path of the kind; the same document where it has none. */
export function mapSecrets(value: Json, kind: Secrets, work: (value: Json, path: Path) => Json, { path = [], at }: Walk = {}): Json {
  const secret = kind?.secret ?? [];
  return secret.length > 0 ? walk(value, path, at ?? dotted(path), { secret, work }) : value;
}

interface How {
  readonly secret: readonly string[];
  readonly work: (value: Json, path: Path) => Json;
}

/** Goes only where a secret can be. */
function walk(value: Json, path: Path, at: string, how: How): Json {
  const leads = at === '' || how.secret.some((one) => one.startsWith(`${at}.`));
  if (!leads) return value;
  if (Array.isArray(value)) return value.map((item: Json, i) => walk(item, [...path, i], at, how));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const below = at === '' ? key : `${at}.${key}`;
      const inner = [...path, key];
      return [key, how.secret.includes(below) ? how.work(item, inner) : walk(item, inner, below, how)];
    }),
  );
}

const SHORTEST_SOUGHT = 4;

/** The secret strings of some documents, the longest first, for texts and memos that may have copied them. */
export function secretsOf(documents: readonly Json[], kind: Secrets): readonly string[] {
  const found: string[] = [];
  const collect = (value: Json): Json => {
    if (typeof value === 'string' && value.length >= SHORTEST_SOUGHT) found.push(value);
    else if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) collect(inner as Json);
    return value;
  };
  for (const document of documents) mapSecrets(document, kind, collect);
  return found.sort((a, b) => b.length - a.length);
}

export const conceal = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((shown, secret) => shown.replaceAll(secret, HIDDEN), text);

export function concealIn(value: Json, secrets: readonly string[]): Json {
  if (secrets.length === 0) return value;
  if (typeof value === 'string') return conceal(value, secrets);
  if (Array.isArray(value)) return value.map((item: Json) => concealIn(item, secrets));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, concealIn(item, secrets)]));
}
