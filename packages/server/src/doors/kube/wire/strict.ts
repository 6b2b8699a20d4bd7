/** What is said about fields that nobody knows and fields that stand twice: a refusal, or warnings in the answer. */
import type { Path } from '@ectropy/sdk';
import { fieldOf } from './field.ts';
import { Refused } from './refused.ts';

export interface FieldFaults {
  readonly unknown: readonly Path[];
  readonly duplicate: readonly Path[];
}

const MAX_TOLD = 50;

const told = ({ duplicate, unknown }: FieldFaults): readonly string[] => [
  ...duplicate.map((path) => `duplicate field ${quoted(path)}`),
  ...unknown.map((path) => `unknown field ${quoted(path)}`),
];

const MAX_FIELD = 256;

const quoted = (path: Path): string => JSON.stringify(cut(fieldOf(path), MAX_FIELD));

const cut = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length).toWellFormed()}…` : text);

/** For `fieldValidation=Strict`; `undefined` when there is nothing to refuse. */
export function strictRefusal(
  { kind, version }: { readonly kind: string; readonly version: string },
  faults: FieldFaults,
): Refused | undefined {
  const all = told(faults);
  if (all.length === 0) return undefined;
  const more = all.length > MAX_TOLD ? [`and ${all.length - MAX_TOLD} more`] : [];
  const list = [...all.slice(0, MAX_TOLD), ...more].join(', ');
  const message = `${kind} in version ${JSON.stringify(version)} cannot be handled as a ${kind}: strict decoding error: ${list}`;
  return new Refused({ code: 'invalid', message }, { status: 400 });
}

/** As much as proxies and clients take in headers. */
const MAX_WARNINGS = 20;
const MAX_BYTES = 4096;

/** Values of `Warning` headers, for `fieldValidation=Warn`. */
export const fieldWarnings = (faults: FieldFaults): readonly string[] => warningsOf(told(faults));

/** Any sentences as values of `Warning` headers; what is beyond the limit is counted and not told. */
export function warningsOf(sentences: readonly string[]): readonly string[] {
  const values: string[] = [];
  let bytes = 0;
  for (const sentence of sentences) {
    const value = warning(sentence);
    bytes += value.length;
    if (values.length >= MAX_WARNINGS || bytes > MAX_BYTES) return [...values, warning(`and ${sentences.length - values.length} more`)];
    values.push(value);
  }
  return values;
}

/** A header is printable ASCII; anything else in it could end it, or could not be sent at all. */
const warning = (sentence: string): string => {
  const plain = cut(sentence, 2 * MAX_FIELD).replace(/[^\x20-\x7e]/gu, '?');
  return `299 - "${plain.replace(/["\\]/g, (char) => `\\${char}`)}"`;
};
