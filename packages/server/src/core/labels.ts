import { type Problem, ProblemError } from '@ectropy/sdk';
import type { Words } from './resource.ts';

/** One demand on the labels of a resource. A label that is absent satisfies `notin`. */
export type Requirement =
  | { readonly key: string; readonly op: 'in' | 'notin'; readonly values: readonly string[] }
  | { readonly key: string; readonly op: 'exists' | 'absent' };

export const matches = (labels: Words, requirements: readonly Requirement[]): boolean =>
  requirements.every((requirement) => meets(labels, requirement));

function meets(labels: Words, requirement: Requirement): boolean {
  const value = Object.hasOwn(labels, requirement.key) ? labels[requirement.key] : undefined;
  switch (requirement.op) {
    case 'in':
      return value !== undefined && requirement.values.includes(value);
    case 'notin':
      return value === undefined || !requirement.values.includes(value);
    case 'exists':
      return value !== undefined;
    case 'absent':
      return value === undefined;
  }
}

/** Later words win; an empty one removes its key. */
export const mergeWords = (old: Words, added: Words): Words =>
  Object.fromEntries(Object.entries({ ...old, ...added }).filter(([key, value]) => value !== '' || !Object.hasOwn(added, key)));

export const MAX_WORD = 256;
const MAX_WORDS = 1_000;
/** Of all annotations together, as in Kubernetes, where `kubectl apply` keeps a whole document in one of them. */
const MAX_ANNOTATIONS = 256 * 1024;
const keyPattern = /^[A-Za-z0-9](?:[A-Za-z0-9_./-]*[A-Za-z0-9])?$/;

/** Labels and annotations: short keys of a plain alphabet, values without control characters. */
export function wordProblems(field: 'labels' | 'annotations', words: Words): readonly Problem[] {
  const entries = Object.entries(words);
  if (entries.length > MAX_WORDS)
    return [{ code: 'invalid', path: [field], message: `must have at most ${MAX_WORDS} entries (got ${entries.length})` }];
  const maxValue = field === 'labels' ? MAX_WORD : MAX_ANNOTATIONS;
  const total = entries.reduce((sum, [key, value]) => sum + key.length + value.length, 0);
  if (field === 'annotations' && total > MAX_ANNOTATIONS && entries.length > 1)
    return [{ code: 'invalid', path: [field], message: `must have at most ${MAX_ANNOTATIONS} characters altogether (got ${total})` }];
  return entries.flatMap(([key, value]): Problem[] => {
    const path = [field, key];
    if (key.length > MAX_WORD || !keyPattern.test(key))
      return [
        {
          code: 'invalid',
          path: [field, key.slice(0, 60)],
          message: 'is not a valid key',
          hint: `use at most ${MAX_WORD} letters, digits, "_", "-", "." and "/", starting and ending with a letter or digit`,
        },
      ];
    if (value.length > maxValue)
      return [{ code: 'invalid', path, message: `must have at most ${maxValue} characters (got ${value.length})` }];
    // oxlint-disable-next-line no-control-regex -- control characters are what is being refused
    if (field === 'labels' && /[\u0000-\u001f\u007f]/.test(value))
      return [{ code: 'invalid', path, message: 'must not contain control characters' }];
    return [];
  });
}

/** Of a trimmed term. No two neighbours in a pattern can take the same character, so that each is read in linear time. */
const forms = {
  bare: /^(!?)\s*([A-Za-z0-9_./-]+)$/,
  equality: /^([A-Za-z0-9_./-]+)\s*(==|=|!=)\s*([^,()\s]*)$/,
  set: /^([A-Za-z0-9_./-]+)\s+(in|notin)\s*\(([^()]*)\)$/,
} as const;

/** Reads `a=b, c!=d, e in (x, y), f notin (z), g, !h`. */
export function parseSelector(text: string): readonly Requirement[] {
  if (text.trim() === '') return [];
  return splitTerms(text).map((term) => {
    const requirement = parseTerm(term);
    if (!requirement)
      throw new ProblemError({
        code: 'invalid',
        message: `cannot read the label selector at ${JSON.stringify(term.trim().slice(0, 80))}`,
        hint: 'write for example: team=a,tier!=b,env in (dev,test),stage notin (x),owner,!old',
      });
    return requirement;
  });
}

/** At the commas that are not between parentheses. */
function splitTerms(text: string): readonly string[] {
  const terms: string[] = [];
  let start = 0;
  let inside = false;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '(') inside = true;
    if (text[at] === ')') inside = false;
    if (text[at] !== ',' || inside) continue;
    terms.push(text.slice(start, at));
    start = at + 1;
  }
  return [...terms, text.slice(start)];
}

function parseTerm(term: string): Requirement | undefined {
  const text = term.trim();
  const [, not, name] = forms.bare.exec(text) ?? [];
  if (name !== undefined) return { key: name, op: not ? 'absent' : 'exists' };
  const [, key, operator, value = ''] = forms.equality.exec(text) ?? [];
  if (key !== undefined) return { key, op: operator === '!=' ? 'notin' : 'in', values: [value] };
  const [, label, set, values = ''] = forms.set.exec(text) ?? [];
  if (label === undefined || (set !== 'in' && set !== 'notin')) return undefined;
  return { key: label, op: set, values: values.split(',').map((item) => item.trim()) };
}
