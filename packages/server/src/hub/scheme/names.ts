import type { Kind, KindNames } from '@ectropy/sdk';

export type Names = Required<KindNames>;

/** Every name of a kind; what it does not say is derived: `postgres_role` is a `PostgresRole` and one of the `postgresroles`. */
export function namesOf({ name, names = {} }: Pick<Kind, 'name' | 'names'>): Names {
  const words = firstWord(name).split(/[_-]+/).filter(Boolean);
  const kind = names.kind ?? words.map(capitalised).join('');
  const singular = names.singular ?? (names.kind ?? words.join('')).toLowerCase();
  return { kind, singular, plural: names.plural ?? pluralOf(singular), short: names.short ?? [], categories: names.categories ?? [] };
}

/** The name of a kind that was defined at run time: `widget.example.dev`, or `cluster.infra` in a group of the server's own. */
export const kindNameOf = (singular: string, shortGroup: string): string => `${singular}.${shortGroup}`;

const firstWord = (name: string): string => name.split('.', 1)[0] ?? name;

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The simple rules of English; whoever needs another plural says so in `names`. */
export function pluralOf(word: string): string {
  if (/(?:s|x|ch|sh)$/.test(word)) return `${word}es`;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return `${word}s`;
}
