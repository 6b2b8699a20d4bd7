/** `metadata.managedFields` as a client sends it. */
import { isObject, type Json, type Path, type Problem, ProblemError } from '@ectropy/sdk';
import type { FieldManager } from '../../core/resource.ts';
import type { Millis } from '../../core/state.ts';
import { isList } from './element.ts';
import { isEmpty } from './field-set.ts';
import { checkFields, writeFields } from './fields-v1.ts';
import { timeOf } from './update.ts';

const MAX_MANAGERS = 1_000;
const MAX_NAME = 128;
const ROOT: Path = ['metadata', 'managedFields'];

/** What a write starts from: the managers as they are, unless the client sends others, or an empty list to forget them all. */
export function resetManagers(sent: Json | undefined, current: readonly FieldManager[], now: Millis): readonly FieldManager[] {
  if (sent === undefined || sent === null) return current;
  if (isReset(sent)) return [];
  const { managers, problems } = checkManagers(sent, now);
  const [first, ...others] = problems;
  if (first) throw new ProblemError([first, ...others]);
  return managers;
}

/** `[]` and `[{}]`. */
const isReset = (sent: Json): boolean =>
  isList(sent) && (sent.length === 0 || (sent.length === 1 && isObject(sent[0]) && Object.keys(sent[0]).length === 0));

export interface CheckedManagers {
  readonly managers: readonly FieldManager[];
  readonly problems: readonly Problem[];
}

const refuse = (message: string): CheckedManagers => ({ managers: [], problems: [{ code: 'invalid', path: ROOT, message }] });

export function checkManagers(sent: Json, now: Millis): CheckedManagers {
  if (!isList(sent)) return refuse('must be a list');
  if (sent.length > MAX_MANAGERS) return refuse(`must have at most ${MAX_MANAGERS} entries`);
  const checked = sent.map((entry, i) => checkManager(entry, [...ROOT, i], now));
  const problems = checked.flatMap((one) => one.problems);
  return { managers: problems.length > 0 ? [] : checked.flatMap(({ manager }) => manager ?? []), problems };
}

interface Checked {
  readonly manager?: FieldManager;
  readonly problems: readonly Problem[];
}

function checkManager(entry: Json, path: Path, now: Millis): Checked {
  if (!isObject(entry)) return { problems: [{ code: 'invalid', path, message: 'must be an object' }] };
  const problems: Problem[] = [];
  const expect = (field: string, holds: boolean, message: string): void => {
    if (!holds) problems.push({ code: 'invalid', path: [...path, field], message });
  };
  const { manager = '', operation, apiVersion, time = timeOf(now), fieldsType, fieldsV1 = {}, subresource = '' } = entry;
  expect('manager', isName(manager), `must be at most ${MAX_NAME} printable characters`);
  expect('operation', operation === 'Apply' || operation === 'Update', 'must be Apply or Update');
  expect(
    'apiVersion',
    typeof apiVersion === 'string' && /^([a-z0-9.-]{1,253}\/)?[a-z0-9]{1,63}$/.test(apiVersion),
    'must be <group>/<version>',
  );
  expect('time', time === null || isTime(time), 'must be a time as in 2026-01-02T03:04:05Z');
  expect('fieldsType', fieldsType === 'FieldsV1', 'must be FieldsV1');
  expect('subresource', isName(subresource), `must be at most ${MAX_NAME} printable characters`);
  const { set, problems: fieldProblems } = checkFields(fieldsV1, [...path, 'fieldsV1']);
  if (problems.length > 0 || fieldProblems.length > 0) return { problems: [...problems, ...fieldProblems] };
  if (isEmpty(set)) return { problems: [] };
  const checked: FieldManager = {
    manager: String(manager),
    operation: operation === 'Apply' ? 'Apply' : 'Update',
    apiVersion: String(apiVersion),
    time: typeof time === 'string' ? time : timeOf(now),
    fieldsType: 'FieldsV1',
    fieldsV1: writeFields(set),
    ...(subresource !== '' && { subresource: String(subresource) }),
  };
  return { problems: [], manager: checked };
}

const isName = (value: Json): boolean => typeof value === 'string' && value.length <= MAX_NAME && !/\p{C}/u.test(value);

const isTime = (value: Json): boolean =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/.test(value) &&
  !Number.isNaN(Date.parse(value));
