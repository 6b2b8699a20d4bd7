/** Label and field selectors as they stand in a query. */
import { type Requirement, parseSelector } from '../../../core/labels.ts';
import { ProblemError } from '@ectropy/sdk';
import { badRequest, Refused } from './refused.ts';

/** `a=b, c!=d, e in (x, y), f notin (z), g, !h`. Comparisons of numbers exist in Kubernetes, but the store cannot answer them. */
export function readLabelSelector(text: string): readonly Requirement[] {
  if (/[<>]/.test(text))
    throw badRequest(
      'label selectors that compare numbers with < or > are not supported',
      'use =, !=, in, notin, or whether the label exists',
    );
  try {
    return parseSelector(text);
  } catch (error) {
    if (error instanceof ProblemError) throw new Refused(error.problems, { status: 400 }, { cause: error });
    throw error;
  }
}

export interface FieldTerm {
  readonly field: string;
  readonly op: '=' | '!=';
  readonly value: string;
}

/** `a=b,c!=d`; a backslash takes the meaning from `,`, `=` and itself. All unsupported fields are named at once. */
export function readFieldSelector(text: string, supported: readonly string[]): readonly FieldTerm[] {
  const terms = splitTerms(text).map(readTerm);
  const unknown = [...new Set(terms.map(({ field }) => field).filter((field) => !supported.includes(field)))];
  const [first, ...rest] = unknown.map(
    (field) => ({ code: 'invalid', message: `field label not supported: ${field.slice(0, 200)}` }) as const,
  );
  if (first) throw new Refused([first, ...rest], { status: 400 });
  return terms;
}

/** `read` gives the field's value as text, empty when it is absent. */
export const meetsFields = (terms: readonly FieldTerm[], read: (field: string) => string): boolean =>
  terms.every(({ field, op, value }) => (read(field) === value) === (op === '='));

function splitTerms(text: string): readonly string[] {
  const terms: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === ',') {
      terms.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...terms, text.slice(start)].filter((term) => term.trim() !== '');
}

function readTerm(term: string): FieldTerm {
  const [, field = '', operator, value = ''] = /^([^=!\\]*)(!=|==|=)(.*)$/su.exec(term) ?? [];
  if (operator === undefined || field.trim() === '')
    throw badRequest(
      `invalid field selector: cannot understand ${JSON.stringify(term.slice(0, 80))}`,
      'write for example: metadata.name=x',
    );
  return { field: field.trim(), op: operator === '!=' ? '!=' : '=', value: unescape(value, term) };
}

function unescape(value: string, term: string): string {
  if (!/^(?:[^\\,=]|\\[\\,=])*$/su.test(value))
    throw badRequest(
      `invalid field selector: ${JSON.stringify(term.slice(0, 80))} has an invalid escape`,
      'write \\\\, \\, and \\= for these characters',
    );
  return value.replace(/\\(.)/gsu, '$1');
}
