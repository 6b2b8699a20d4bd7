/** The part of JSONPath that printer columns use: `.spec.a`, `[0]`, `['x.y']`, `[*]`, `[?(@.type=="Ready")].status`. */
import { type Json, type Path, ProblemError } from '@ectropy/sdk';

type Step =
  | { readonly type: 'key'; readonly key: string }
  | { readonly type: 'index'; readonly index: number }
  | { readonly type: 'all' }
  | { readonly type: 'where'; readonly keys: readonly string[]; readonly op: '==' | '!='; readonly value: Json };

/** Everything that the path finds in a document, in its order. */
export type ColumnPath = (document: Json) => readonly Json[];

const MAX_LENGTH = 1024;
const MAX_STEPS = 32;

/** Each begins where the last one ended. No two neighbours in a pattern can take the same character, so that each is read in linear time. */
const forms: readonly (readonly [RegExp, (found: RegExpExecArray) => Step | undefined])[] = [
  [/\.?\[\*\]|\.\*/y, () => ({ type: 'all' })],
  [/\.?\[(-?\d{1,9})\]/y, ([, index]) => ({ type: 'index', index: Number(index) })],
  [/\.?\['((?:[^'\\]|\\.)*)'\]/y, ([, key = '']) => ({ type: 'key', key: unescape(key) })],
  [/\.?\["((?:[^"\\]|\\.)*)"\]/y, ([, key = '']) => ({ type: 'key', key: unescape(key) })],
  [/\.?\[\?\(\s*@((?:\.[\w-]+)*)\s*(==|!=)\s*('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[\w.-]+)\s*\)\]/y, where],
  [/\.((?:[^.[\]\\\s]|\\.)+)/y, ([, key = '']) => ({ type: 'key', key: unescape(key) })],
];

const unescape = (text: string): string => text.replace(/\\(.)/g, '$1');

function where([, keys = '', op, literal = '']: RegExpExecArray): Step | undefined {
  const value = readLiteral(literal);
  if (value === undefined) return undefined;
  return { type: 'where', keys: keys.split('.').slice(1), op: op === '!=' ? '!=' : '==', value };
}

function readLiteral(text: string): Json | undefined {
  if (/^['"]/.test(text)) return unescape(text.slice(1, -1));
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : undefined;
}

/** Refuses what is not of this form; `at` is where the path itself stands. */
export function compilePath(path: string, at: Path = []): ColumnPath {
  const steps = path !== '' && path.length <= MAX_LENGTH ? readSteps(/^[.[]/.test(path) ? path : `.${path}`) : undefined;
  if (!steps)
    throw new ProblemError({
      code: 'invalid',
      path: at,
      message: `cannot read the path ${JSON.stringify(path.slice(0, 80))}`,
      hint: 'write for example: .spec.replicas, .spec.ports[0].name, .status.conditions[?(@.type=="Ready")].status',
    });
  return (document) => steps.reduce<readonly Json[]>((found, step) => found.flatMap((value) => follow(value, step)), [document]);
}

function readSteps(path: string): readonly Step[] | undefined {
  const steps: Step[] = [];
  let at = path === '.' ? 1 : 0;
  while (at < path.length) {
    const step = readStep(path, at);
    if (!step || steps.length >= MAX_STEPS) return undefined;
    steps.push(step.step);
    at = step.end;
  }
  return steps;
}

function readStep(path: string, at: number): { readonly step: Step; readonly end: number } | undefined {
  for (const [form, make] of forms) {
    form.lastIndex = at;
    const found = form.exec(path);
    const step = found && make(found);
    if (step) return { step, end: form.lastIndex };
  }
  return undefined;
}

function follow(value: Json, step: Step): readonly Json[] {
  switch (step.type) {
    case 'key':
      return childOf(value, step.key);
    case 'index':
      return Array.isArray(value) ? present((value as readonly Json[]).at(step.index)) : [];
    case 'all':
      return typeof value === 'object' && value !== null ? Object.values(value) : [];
    case 'where':
      return Array.isArray(value) ? (value as readonly Json[]).filter((item) => fits(item, step)) : [];
  }
}

const present = (value: Json | undefined): readonly Json[] => (value === undefined ? [] : [value]);

const childOf = (value: Json, key: string): readonly Json[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, key)
    ? present((value as Readonly<Record<string, Json>>)[key])
    : [];

/** What is absent is neither equal nor unequal to anything. */
function fits(item: Json, { keys, op, value }: Step & { readonly type: 'where' }): boolean {
  const [found] = keys.reduce<readonly Json[]>((values, key) => values.flatMap((one) => childOf(one, key)), [item]);
  return found !== undefined && (found === value) === (op === '==');
}
