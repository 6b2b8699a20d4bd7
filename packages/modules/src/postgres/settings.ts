/** Parameters that PostgreSQL sets for every session of a role or of a database: `alter … set`. */
import type { JsonObject, Problem } from '@ectropy/sdk';
import { invalid } from './name.ts';
import { identifier, literal } from './quote.ts';

export type Settings = Readonly<Record<string, string>>;

export const settingsSchema = (whose: string) =>
  ({
    type: 'object',
    description: `Parameters for every session of the ${whose}, as text. What is not listed is reset.`,
    default: {},
    maxProperties: 200,
    propertyNames: { maxLength: 127 },
    additionalProperties: { type: 'string', maxLength: 10_000 },
    examples: [{ statement_timeout: '30s', search_path: 'app, public' }],
  }) as const satisfies JsonObject;

const NAME = /^[A-Za-z_][A-Za-z0-9_$]*(?:\.[A-Za-z_][A-Za-z0-9_$]*)*$/;

export function settingsProblems(settings: Settings): readonly Problem[] {
  const seen = new Set<string>();
  return Object.entries(settings).flatMap(([name, value]): readonly Problem[] => {
    const twice = seen.has(name.toLowerCase());
    seen.add(name.toLowerCase());
    if (!NAME.test(name)) return [invalid(['settings', name], 'is not the name of a parameter', 'such as work_mem or myapp.tenant')];
    if (twice) return [invalid(['settings', name], 'is given twice; upper and lower case mean the same')];
    return value.includes('\0') ? [invalid(['settings', name], 'must not hold the character NUL')] : [];
  });
}

/** PostgreSQL's `name=value`, by name in lower case. */
export const readSettings = (config: readonly string[] | null): Settings =>
  Object.fromEntries(
    (config ?? []).map((entry) => {
      const at = entry.indexOf('=');
      return [entry.slice(0, at).toLowerCase(), entry.slice(at + 1)];
    }),
  );

/** These are lists of names, and PostgreSQL quotes each of them: one text would become one name. */
const LISTS = new Set(['search_path', 'temp_tablespaces', 'local_preload_libraries', 'session_preload_libraries']);

const itemsOf = (text: string): readonly string[] =>
  [...text.matchAll(/\s*(?:"((?:[^"]|"")*)"|([^,]*))\s*(?:,|$)/g)]
    .map(([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain.trim())
    .filter((item) => item !== '');

const isList = (name: string): boolean => LISTS.has(name.toLowerCase());

/** The settings in one spelling, so that only a real difference is one. */
const spell = (settings: Settings): Settings =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name.toLowerCase(), isList(name) ? itemsOf(value).join(', ') : value]),
  );

/** Both sides with the same names, since a setting that nobody declared is drift too. */
export function compareSettings(wanted: Settings, seen: Settings): { readonly expected: JsonObject; readonly actual: JsonObject } {
  const [will, is] = [new Map(Object.entries(spell(wanted))), new Map(Object.entries(spell(seen)))];
  const names = [...new Set([...will.keys(), ...is.keys()])].sort();
  const side = (of: ReadonlyMap<string, string>): JsonObject => Object.fromEntries(names.map((name) => [name, of.get(name) ?? null]));
  return { expected: side(will), actual: side(is) };
}

/** What brings `seen` to `wanted`. `whose` is `role "app"` or `database "app"`. */
export function settingStatements(whose: string, wanted: Settings, seen: Settings): readonly string[] {
  const [will, is] = [new Map(Object.entries(spell(wanted))), new Map(Object.entries(spell(seen)))];
  const gone = [...is.keys()].filter((name) => !will.has(name)).map((name) => `alter ${whose} reset ${parameter(name)}`);
  const set = Object.entries(wanted).filter(([name]) => is.get(name.toLowerCase()) !== will.get(name.toLowerCase()));
  return [...gone, ...set.map(([name, value]) => `alter ${whose} set ${parameter(name)} to ${valueOf(name, value)}`)];
}

const parameter = (name: string): string => name.split('.').map(identifier).join('.');

const valueOf = (name: string, value: string): string => {
  const items = isList(name) ? itemsOf(value) : [value];
  return items.length === 0 ? `''` : items.map(literal).join(', ');
};
