/** From a body to fields: every field is checked, and everything that is wrong is told at once. */
import { type FieldProblem, Refusal } from '../refusal.ts';
import { type Field, commonlyGiven, fieldsOf, givenOf, isPlainObject } from '../world/fields.ts';
import { type Collection, type Fields, type Value, singular } from '../world/model.ts';

export interface Admitted {
  readonly values: Fields;
  readonly problems: readonly FieldProblem[];
}

type Table = Readonly<Record<string, Field>>;

/** No body stands for an empty one. */
export function bodyOf(body: unknown): Readonly<Record<string, unknown>> {
  if (body === undefined) return {};
  if (!isPlainObject(body)) throw new Refusal('invalid', 'The body must be a JSON object.');
  return body;
}

/** What a create asks for, completed by what was left out. */
export function admitCreate(collection: Collection, given: unknown): Admitted {
  const body = bodyOf(given);
  const table = fieldsOf[collection];
  const right = rightOnes(table, body);
  const values = Object.entries(table).map(([field, { initial }]) => [field, right[field] ?? initial] as const);
  const missing = Object.entries(table)
    .filter(([field, rule]) => rule.initial === undefined && !Object.hasOwn(body, field))
    .map(([field, { expected }]) => ({ field, message: `${field} is missing; it must be ${expected}.` }));
  return { values: Object.fromEntries(values.filter(isGiven)), problems: [...missing, ...wrongs(collection, table, body)] };
}

const isGiven = (pair: readonly [string, Value | undefined]): pair is readonly [string, Value] => pair[1] !== undefined;

/** What a change asks for, as far as it differs from what is. */
export function admitChange(collection: Collection, given: unknown, current: Fields): Admitted {
  const body = bodyOf(given);
  const table = fieldsOf[collection];
  const asked = Object.entries(rightOnes(table, body));
  const changed = asked.filter(([field, value]) => !isSame(value, current[field]));
  const impossible = changed.flatMap(([field, value]) => forbidden(field, table[field], value, current[field]));
  return { values: Object.fromEntries(changed), problems: [...wrongs(collection, table, body), ...impossible] };
}

/** For requests that say it all by their address. */
export function admitNothing(given: unknown): void {
  const [field] = Object.keys(bodyOf(given));
  if (field !== undefined) throw new Refusal('invalid', `${shown(field)} is not possible: this request takes no fields.`, { field });
}

/** The right ones alone; of a wrong one nothing is known. */
const rightOnes = (table: Table, body: Readonly<Record<string, unknown>>): Fields =>
  Object.fromEntries(Object.entries(body).filter((pair): pair is [string, Value] => ruleOf(table, pair[0])?.isRight(pair[1]) ?? false));

const ruleOf = (table: Table, field: string): Field | undefined => (Object.hasOwn(table, field) ? table[field] : undefined);

const MAX_TOLD = 32;

function wrongs(collection: Collection, table: Table, body: Readonly<Record<string, unknown>>): readonly FieldProblem[] {
  const found = Object.entries(body).flatMap(([field, value]): readonly FieldProblem[] => {
    const rule = ruleOf(table, field);
    if (!rule) return [{ field, message: unknown(collection, field) }];
    return rule.isRight(value) ? [] : [{ field, message: `${field} must be ${rule.expected}.` }];
  });
  return found.slice(0, MAX_TOLD);
}

function unknown(collection: Collection, field: string): string {
  const readOnly = commonlyGiven.includes(field) || Object.hasOwn(givenOf[collection], field);
  if (readOnly) return `${field} is given by the cloud and cannot be written.`;
  return `A ${singular[collection]} has no field ${shown(field)}; it has ${Object.keys(fieldsOf[collection]).join(', ')}.`;
}

const shown = (field: string): string => JSON.stringify(field.slice(0, 64));

function forbidden(field: string, rule: Field | undefined, value: Value, current: Value | undefined): readonly FieldProblem[] {
  if (rule?.fixed) return [{ field, message: `${field} cannot change.` }];
  if (rule?.grows && Number(value) < Number(current))
    return [{ field, message: `${field} can grow and not shrink; it is ${String(current)}.` }];
  return [];
}

function isSame(a: Value, b: Value | undefined): boolean {
  if (!isPlainObject(a) || !isPlainObject(b)) return a === b;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && a[key] === b[key]);
}
