/** A problem with a path, as a field error of Kubernetes: a reason for machines and a sentence that begins with its label. */
import type { Problem } from '@ectropy/sdk';
import { fieldOf } from './field.ts';
import type { Cause } from './refused.ts';

interface FieldError {
  readonly reason: string;
  readonly label: string;
  /** What our sentences of this sort say. */
  readonly says: RegExp;
}

/** Fits always. */
const invalid: FieldError = { reason: 'FieldValueInvalid', label: 'Invalid value', says: /(?:)/ };

/** The first whose sentence fits decides. */
const fieldErrors: readonly FieldError[] = [
  { reason: 'FieldValueRequired', label: 'Required value', says: /^must be set\b|\bis required\b/ },
  { reason: 'FieldValueNotSupported', label: 'Unsupported value', says: /^must be one of\b/ },
  { reason: 'FieldValueDuplicate', label: 'Duplicate value', says: /\btwice\b|\bmore than once\b/ },
  { reason: 'FieldValueTooLong', label: 'Too long', says: /^must have at most \d+ characters/ },
  { reason: 'FieldValueTooMany', label: 'Too many', says: /^must have at most \d+ items/ },
  {
    reason: 'FieldValueForbidden',
    label: 'Forbidden',
    says: /not a known field|\bnot allowed\b|\bcannot be (?:changed|set)\b|^must not be set\b/,
  },
  { reason: 'FieldValueNotFound', label: 'Not found', says: /\bnot found\b|\bdoes not exist\b/ },
  {
    reason: 'FieldValueTypeInvalid',
    label: 'Invalid value',
    says: /^must be (?:a string|a number|a whole number|true or false|an object|a list)\b/,
  },
  invalid,
];

/** A sentence that already begins with a label keeps it. */
export function causeOf(problem: Problem): Cause & { readonly field: string } {
  const labelled = fieldErrors.findLast(({ label }) => problem.message === label || problem.message.startsWith(`${label}: `));
  const sort = labelled ?? sortOf(problem);
  const text = withHint(problem);
  return { reason: sort.reason, message: labelled ? text : `${sort.label}: ${text}`, field: fieldOf(problem.path ?? []) };
}

const sortOf = ({ code, message }: Problem): FieldError =>
  fieldErrors.find(({ reason, says }) => (code === 'not_found' ? reason === 'FieldValueNotFound' : says.test(message))) ?? invalid;

export const withHint = ({ message, hint }: Problem): string => (hint ? `${message}; ${hint}` : message);
