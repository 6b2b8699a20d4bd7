/** Documents as values of CEL, typed by their schema: a whole number is an `int` where the schema says integer, and a `double` where it says number. */
import { celList, celMap, type CelValue, isCelError } from '@bufbuild/cel';
import { isObject, type Json } from '@ectropy/sdk';
import type { Shape } from '../shape.ts';
import { isList, own } from '../subschemas.ts';
import { language } from './language.ts';
import { escapedName } from './names.ts';

/** Converts each part of a document once. */
export type ToCel = (shape: Shape | undefined, value: Json) => CelValue;

export function converter(): ToCel {
  const known = new WeakMap<object, CelValue>();
  const convert: ToCel = (shape, value) => {
    if (typeof value !== 'object' || value === null) return scalar(shape, value);
    let made = known.get(value);
    if (made === undefined) known.set(value, (made = isList(value) ? list(shape, value) : map(shape, value)));
    return made;
  };
  const list = (shape: Shape | undefined, value: readonly Json[]): CelValue =>
    celList(value.map((item, i) => convert(shape?.item(i), item)));
  const map = (shape: Shape | undefined, value: Json): CelValue => {
    const fields = new Map<string, CelValue>();
    if (!isObject(value)) return null;
    for (const [name, item] of Object.entries(value)) {
      const made = convert(shape?.field(name), item);
      fields.set(name, made);
      const escaped = shape?.declares(name) ? escapedName(name) : name;
      if (escaped !== name) fields.set(escaped, made);
    }
    return celMap(fields);
  };
  return convert;
}

function scalar(shape: Shape | undefined, value: Json): CelValue {
  if (typeof value === 'number') return number(shape, value);
  return typeof value === 'string' ? text(shape, value) : (value as boolean | null);
}

function number(shape: Shape | undefined, value: number): CelValue {
  const types = new Set((shape?.layers ?? []).flatMap((layer) => [own(layer, 'type')].flat()));
  const double = types.has('number') && !types.has('integer');
  return !double && Number.isSafeInteger(value) ? BigInt(value) : value;
}

const READ: Readonly<Record<string, 'timestamp' | 'duration'>> = { 'date-time': 'timestamp', duration: 'duration' };

/** Dates and durations are more than texts, as in Kubernetes; what is none stays a text. */
function text(shape: Shape | undefined, value: string): CelValue {
  const format = shape?.layers.map((layer) => own(layer, 'format')).find((found) => found !== undefined);
  const type = typeof format === 'string' && value.length <= 64 && Object.hasOwn(READ, format) ? READ[format] : undefined;
  const made = type && language().read[type](value);
  return made === undefined || isCelError(made) ? value : made;
}
