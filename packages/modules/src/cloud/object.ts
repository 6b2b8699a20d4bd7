import { isObject, type Json, type JsonObject, ProblemError } from '@ectropy/sdk';

/** `given`: a word that the cloud gives sooner or later. */
export type FieldType = 'word' | 'number' | 'word or null' | 'given';

export const states = ['creating', 'ready', 'updating', 'deleting', 'error'] as const;
export type ObjectState = (typeof states)[number];

/** A thing in the cloud, checked. */
export interface CloudObject {
  readonly id: string;
  readonly name: string;
  readonly state: ObjectState;
  readonly labels: Readonly<Record<string, string>>;
  /** What is its own, by the cloud's names; what is not given is `null`. */
  readonly fields: JsonObject;
}

export interface Operation {
  readonly id: string;
  readonly objectId: string;
  readonly state: 'running' | 'succeeded' | 'failed';
  readonly progress: number;
  /** Why it failed. */
  readonly message: string;
}

const tests: Readonly<Record<FieldType, (value: Json) => boolean>> = {
  word: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  'word or null': (value) => typeof value === 'string' || value === null,
  given: (value) => typeof value === 'string' || value === null,
};

/** Nothing that comes from outside is taken on trust: what is missing is named. */
export function readObject(value: Json | undefined, noun: string, fields: Readonly<Record<string, FieldType>>): CloudObject {
  const said = isObject(value) ? value : {};
  const { id, name, state, labels } = said;
  const own = Object.keys(fields).map((key): [string, Json] => [key, (Object.hasOwn(said, key) ? said[key] : undefined) ?? null]);
  const wrong = own.filter(([key, one]) => !tests[fields[key] ?? 'word'](one)).map(([key]) => key);
  if (!isId(id)) wrong.unshift('id');
  if (typeof name !== 'string') wrong.unshift('name');
  const known = states.find((one) => one === state);
  if (known === undefined) wrong.push('state');
  if (!isId(id) || typeof name !== 'string' || known === undefined || !isLabels(labels) || wrong.length > 0)
    throw surprise(noun, isLabels(labels) ? wrong : [...wrong, 'labels']);
  return { id, name, state: known, labels, fields: Object.fromEntries(own) };
}

export function readOperation(value: Json | undefined): Operation {
  const said = isObject(value) ? value : {};
  const { id, objectId, state, progress = 0, error } = said;
  const known = (['running', 'succeeded', 'failed'] as const).find((one) => one === state);
  const wrong = [...(isId(id) ? [] : ['id']), ...(isId(objectId) ? [] : ['objectId']), ...(known ? [] : ['state'])];
  if (!isId(id) || !isId(objectId) || !known) throw surprise('operation', wrong);
  const message = isObject(error) && typeof error['message'] === 'string' ? error['message'] : 'no reason was given';
  return { id, objectId, state: known, progress: typeof progress === 'number' ? progress : 0, message };
}

/** A field that must be there by now. */
export function word({ fields, id }: CloudObject, key: string, noun: string): string {
  const value = fields[key];
  if (typeof value === 'string') return value;
  throw surprise(`${noun} ${id}`, [key]);
}

export const surprise = (noun: string, fields: readonly string[]): ProblemError =>
  new ProblemError({
    code: 'internal',
    message: `the cloud's answer about the ${noun} cannot be used: ${fields.join(', ')} missing or of a wrong type`,
    hint: 'look whether the url is that of the cloud, and whether its version fits',
  });

/** Ids go into addresses. */
const isId = (value: Json | undefined): value is string => typeof value === 'string' && /^[A-Za-z0-9][\w-]{0,99}$/.test(value);

const isLabels = (value: Json | undefined): value is Readonly<Record<string, string>> =>
  isObject(value) && Object.values(value).every((one) => typeof one === 'string');
