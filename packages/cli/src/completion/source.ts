/** From where the candidates for a word come. */
import type { Typed } from './walk.ts';

export type Source =
  | { readonly type: 'flags' }
  | { readonly type: 'commands' }
  | { readonly type: 'words'; readonly words: readonly string[] }
  | { readonly type: 'files' }
  | { readonly type: 'kinds'; readonly plural: boolean }
  | { readonly type: 'names'; readonly kind: string; readonly prefixed: boolean }
  | { readonly type: 'actions'; readonly kind: string }
  | { readonly type: 'projects' }
  | { readonly type: 'contexts' }
  | { readonly type: 'nothing' };

const nothing: Source = { type: 'nothing' };
const formats = ['table', 'wide', 'json', 'yaml', 'name'];

const byFlag: Readonly<Record<string, Source>> = {
  project: { type: 'projects' },
  context: { type: 'contexts' },
  output: { type: 'words', words: formats },
  filename: { type: 'files' },
  out: { type: 'files' },
  merge: { type: 'files' },
  paramsFile: { type: 'files' },
};

type Positional = (typed: Typed) => Source;

/** `kind name`, `kind/name`; `many`: several of them. */
const resource =
  ({ many = false, plural = false } = {}): Positional =>
  ({ positionals: [first, ...more], current }) => {
    if (current.includes('/')) return { type: 'names', kind: current.slice(0, current.indexOf('/')), prefixed: true };
    if (first === undefined || (first.includes('/') && many)) return { type: 'kinds', plural };
    if (first.includes('/') || (more.length > 0 && !many)) return nothing;
    return { type: 'names', kind: first, prefixed: false };
  };

const action: Positional = (typed) => {
  const [first = '', second] = typed.positionals;
  const kind = first.includes('/') ? first.slice(0, first.indexOf('/')) : first;
  const isNamed = first.includes('/') ? second === undefined : second !== undefined && typed.positionals.length === 2;
  return first !== '' && isNamed ? { type: 'actions', kind } : resource()(typed);
};

const onlyFirst =
  (source: Source): Positional =>
  ({ positionals }) =>
    positionals.length === 0 ? source : nothing;

const one = resource();
const many = resource({ many: true });
const context = onlyFirst({ type: 'contexts' });
const collection = onlyFirst({ type: 'words', words: ['networks', 'servers', 'disks'] });

const byCommand: Readonly<Record<string, Positional>> = {
  get: resource({ many: true, plural: true }),
  describe: many,
  delete: many,
  retry: many,
  cancel: many,
  pause: many,
  resume: many,
  drift: many,
  tree: one,
  why: one,
  logs: one,
  history: one,
  rollback: one,
  action,
  import: onlyFirst({ type: 'kinds', plural: false }),
  'kinds explain': onlyFirst({ type: 'kinds', plural: false }),
  apply: onlyFirst({ type: 'files' }),
  'config use-context': context,
  'config delete-context': context,
  'config set-context': context,
  'cloud-sim edit': collection,
  'cloud-sim delete': collection,
  'cloud-sim fault': onlyFirst({ type: 'words', words: ['slow', 'fail', 'refuse', 'lost', 'operation_fails'] }),
  completion: onlyFirst({ type: 'words', words: ['bash', 'zsh', 'fish'] }),
};

export function sourceOf(typed: Typed): Source {
  const { option, isFlag, command, path, positionals } = typed;
  if (isFlag) return { type: 'flags' };
  if (option) return option.argChoices ? { type: 'words', words: option.argChoices } : (own(byFlag, option.attributeName()) ?? nothing);
  if (command.commands.length > 0 && positionals.length === 0) return { type: 'commands' };
  if (path.join(' ') === 'help') return positionals.length === 0 ? { type: 'commands' } : nothing;
  return own(byCommand, path.join(' '))?.(typed) ?? nothing;
}

const own = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined => (Object.hasOwn(table, key) ? table[key] : undefined);
