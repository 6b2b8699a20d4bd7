/** What holds for a field, in words. */
import type { Json, JsonObject } from '@ectropy/sdk';
import type { Field } from './field.ts';

/** Words that stand beside the type. */
export function marksOf({ kind, path, required, schema }: Field): readonly string[] {
  const [top, ...rest] = path;
  const dotted = rest.join('.');
  const output = top === 'status' && rest[0] === 'output' ? rest.slice(1).join('.') : undefined;
  const within = (fields: readonly string[] = [], at = dotted): boolean =>
    fields.some((field) => at === field || at.startsWith(`${field}.`));
  const inSpec = top === 'spec' && dotted !== '';
  return [
    ...(required && path.length > 0 ? ['required'] : []),
    ...(inSpec && within(kind.createOnly) ? ['create-only'] : []),
    ...((inSpec && within(kind.secret)) || (output !== undefined && output !== '' && within(kind.secret, output)) ? ['secret'] : []),
    ...((inSpec && within(kind.readOnly)) || schema.readOnly === true ? ['read-only'] : []),
    ...(inSpec && within(kind.sets) ? ['in any order'] : []),
    ...(schema.deprecated === true ? ['deprecated'] : []),
  ];
}

export const meanings = {
  'create-only': 'Cannot change once the thing exists: a change replaces it.',
  secret: 'Its value is never shown.',
  'read-only': 'Only the server writes it.',
} as const;

/** Sentences: what may stand there. */
export function boundsOf(schema: JsonObject): readonly string[] {
  const { default: preset, enum: allowed, pattern, format, minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  return [
    ...(Array.isArray(allowed) ? [`one of ${(allowed as readonly Json[]).map(valueOf).join(', ')}`] : []),
    ...(schema.const === undefined ? [] : [`always ${valueOf(schema.const)}`]),
    ...(preset === undefined ? [] : [`default ${valueOf(preset)}`]),
    ...between(minimum, maximum, ''),
    ...between(minLength, maxLength, ' characters'),
    ...between(minItems, maxItems, ' entries'),
    ...(typeof format === 'string' ? [`format ${format}`] : []),
    ...(typeof pattern === 'string' ? [`matches ${pattern}`] : []),
  ];
}

function between(least: Json | undefined, most: Json | undefined, unit: string): readonly string[] {
  if (typeof least !== 'number' && typeof most !== 'number') return [];
  if (typeof most !== 'number') return [`at least ${least}${unit}`];
  return [typeof least === 'number' ? `${least} to ${most}${unit}` : `at most ${most}${unit}`];
}

/** Where the law leaves a choice. */
export const examplesOf = ({ examples, enum: allowed, const: constant, type }: JsonObject): readonly Json[] =>
  Array.isArray(examples) && allowed === undefined && constant === undefined && type !== 'boolean' ? (examples as readonly Json[]) : [];

const MOST_SHOWN = 80;

export function valueOf(value: Json): string {
  const text = typeof value === 'string' && /^[\w./:@-]+$/.test(value) ? value : JSON.stringify(value);
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}
