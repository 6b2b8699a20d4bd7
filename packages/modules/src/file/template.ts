import type { Json, JsonObject, NeedView, Problem } from '@ectropy/sdk';

type Needs = Readonly<Record<string, NeedView>>;

/** What a template or one placeholder comes to. `unknown`: an output that only apply will tell. */
export type Filled =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'unknown' }
  | { readonly type: 'faulty'; readonly problems: readonly Problem[] };

/** Fills every `{{ … }}`. All that is wrong is told at once, and it counts before what is not known yet. */
export function fill(template: string, needs: Needs): Filled {
  const values = [...template.matchAll(PLACEHOLDER)].map(([whole, inner = '']) => valueOf(whole, inner.trim(), needs));
  const problems = values.flatMap((value) => (value.type === 'faulty' ? value.problems : []));
  if (problems.length) return { type: 'faulty', problems };
  if (values.some(({ type }) => type === 'unknown')) return { type: 'unknown' };
  const texts = values.values();
  return text(template.replaceAll(PLACEHOLDER, () => textOf(texts.next().value)));
}

const PLACEHOLDER = /\{\{(.*?)\}\}/gs;
const text = (filled: string): Filled => ({ type: 'text', text: filled });
const textOf = (value: Filled | undefined): string => (value?.type === 'text' ? value.text : '');

function valueOf(whole: string, inner: string, needs: Needs): Filled {
  const fault = (why: string): Filled => {
    const hint = 'write {{ needs.<key>.output.<path> }}, {{ needs.<key>.name }}, or {{ "{{" }} for the braces themselves';
    return { type: 'faulty', problems: [{ code: 'invalid', path: ['spec', 'template'], message: `${whole}: ${why}`, hint }] };
  };
  if (inner === '"{{"') return text('{{');
  const [first, key = '', what, ...path] = inner.split('.');
  if (first !== 'needs' || !(what === 'output' || (what === 'name' && path.length === 0)))
    return fault('is not a placeholder that is known here');
  const need = Object.hasOwn(needs, key) ? needs[key] : undefined;
  if (!need) return fault(`there is no dependency with the key ${key}`);
  if (what === 'name') return text(need.name);
  if (need.output === undefined) return { type: 'unknown' };
  const value = path.reduce<Json | undefined>(below, need.output);
  if (value === undefined || value === null) return fault(`${need.kind} ${need.name} has no ${['output', ...path].join('.')}`);
  return text(typeof value === 'string' ? value : JSON.stringify(value));
}

/** One step down; numbers count in lists. */
function below(value: Json | undefined, part: string): Json | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.hasOwn(value, part) ? (value as JsonObject)[part] : undefined;
}
