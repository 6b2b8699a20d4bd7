import { type Convertor, isObject, type Json, type JsonObject, ProblemError } from '@ectropy/sdk';
import { same } from '../../core/diff.ts';
import { changedAt, valueAt, without, withValue } from './edit.ts';
import { type FieldPath, fieldPath } from './field-path.ts';
import { type Move, pathOf } from './move.ts';
import { moveProblems } from './move-problems.ts';
import { type Change, exchanged, scaled, unwrapped, wrapped } from './value-change.ts';

/** A convertor from declared moves. Throws every reason why they could not be undone. */
export function compileMoves(moves: readonly Move[]): Convertor {
  const [first, ...others] = moveProblems(moves);
  if (first) throw new ProblemError([first, ...others]);
  return compiled(moves);
}

function compiled(moves: readonly Move[]): Convertor {
  const changes = moves.flatMap((move) => {
    const change = changeBy(move);
    return change ? [[pathIn(pathOf(move)), change] as const] : [];
  });
  const forth = moves.flatMap((move) => ('move' in move ? [[pathIn(move.move), pathIn(move.to)] as const] : []));
  const back = forth.map(([from, to]) => [to, from] as const);
  const defaults = moves.flatMap((move) => ('default' in move ? [[pathIn(move.default), move.value] as const] : []));
  return {
    toHub: (spec) => toggled(relocated(changed(spec, changes, 'forth'), forth), defaults),
    fromHub: (spec) => changed(relocated(toggled(spec, defaults), back), changes, 'back'),
  };
}

const pathIn = (text: string): FieldPath => fieldPath(text) ?? [];

function changeBy(move: Move): Change | undefined {
  if ('map' in move) return exchanged(move.values);
  if ('scale' in move) return 'by' in move ? scaled(move.by) : turned(scaled(move.over));
  if ('wrap' in move) return { forth: wrapped, back: unwrapped };
  if ('unwrap' in move) return { forth: unwrapped, back: wrapped };
  return 'each' in move ? inEach(compiled(move.moves)) : undefined;
}

const turned = ({ forth, back }: Change): Change => ({ forth: back, back: forth });

const inEach = ({ toHub, fromHub }: Convertor): Change => ({ forth: forAll(toHub), back: forAll(fromHub) });

const forAll = (each: (item: Json) => Json) => (value: Json) => (Array.isArray(value) ? value.map((item: Json) => each(item)) : value);

const changed = (spec: Json, changes: readonly (readonly [FieldPath, Change])[], way: keyof Change): Json =>
  changes.reduce((document, [path, change]) => changedAt(document, path, (value) => change[way](value, ['spec', ...path])), spec);

/** All at once: what moves is taken out before anything is put back, so that fields can change places. */
function relocated(spec: Json, pairs: readonly (readonly [FieldPath, FieldPath])[]): Json {
  if (!isObject(spec)) return spec;
  const moving = pairs.flatMap(([from, to]) => {
    const value = valueAt(spec, from);
    return value === undefined ? [] : [{ from, to, value }];
  });
  const rest = moving.reduce((document, { from }) => without(document, from), spec);
  return moving.reduce((document, { from, to, value }) => withValue(document, to, value) ?? inTheWay(from, to), rest);
}

function inTheWay(from: FieldPath, to: FieldPath): never {
  throw new ProblemError({
    code: 'invalid',
    path: ['spec', ...to],
    message: `is not a field of this version, and '${from.join('.')}' would have to stand there in the other one`,
    hint: 'remove it',
  });
}

/** Absent and the default change places, so that nothing is lost whichever of them was meant. */
function toggled(spec: Json, defaults: readonly (readonly [FieldPath, Json])[]): Json {
  return defaults.reduce((document, [path, value]) => {
    const last = path.at(-1) ?? '';
    return changedAt(document, path.slice(0, -1), (around) => (isObject(around) ? toggledIn(around, last, value) : around));
  }, spec);
}

function toggledIn(around: JsonObject, field: string, value: Json): JsonObject {
  if (!Object.hasOwn(around, field)) return { ...around, [field]: value };
  if (!same(around[field], value)) return around;
  const { [field]: _, ...others } = around;
  return others;
}
