import type { Json, Path, Problem } from '@ectropy/sdk';
import { declaredAt } from './declared.ts';
import { type FieldPath, fieldPath, isAtOrBelow } from './field-path.ts';
import { landingProblems } from './landing.ts';
import { type Move, pathOf, verbOf } from './move.ts';

interface Schemas {
  readonly spoke: Json;
  readonly hub: Json;
}

/**
 * Every reason why moves that are clear in themselves (`moveProblems`) could lose something of a document that is valid in its version.
 * With none, `fromHub(toHub(x))` is `x` for every valid `x`, and `toHub(fromHub(y))` is `y` for every valid `y`.
 */
export function losslessProblems(moves: readonly Move[], schemas: Schemas, where: Path = ['moves']): readonly Problem[] {
  const pairs = moves.flatMap((move) => ('move' in move ? [{ from: pathIn(move.move), to: pathIn(move.to) }] : []));
  const sources = pairs.map(({ from }) => from);
  const targets = pairs.map(({ to }) => to);
  const fading = moves.flatMap((move) => ('default' in move ? [pathIn(move.default)] : []));
  return moves.flatMap((move, i): readonly Problem[] => {
    const at = [...where, i];
    if ('default' in move) return defaultProblems(move.default, schemas, at);
    if (!('move' in move)) return changeProblems(move, schemas, pairs, at);
    const [from, to] = [pathIn(move.move), pathIn(move.to)];
    const [here, there] = [
      { version: 'this version', schema: schemas.spoke },
      { version: 'the hub version', schema: schemas.hub },
    ];
    return [
      ...landingProblems({ from, to, leaving: sources, fading: [], ...here }, [...at, 'to']),
      ...landingProblems({ from: to, to: from, leaving: targets, fading, ...there }, [...at, 'move']),
    ];
  });
}

const defaultProblems = (path: string, { hub }: Schemas, at: Path): readonly Problem[] =>
  declaredAt(hub, pathIn(path)) === 'absent'
    ? [invalid([...at, 'default'], `'${path}' is not a field of the hub version`, 'use its path there')]
    : [];

const pathIn = (text: string): FieldPath => fieldPath(text) ?? [];

const invalid = (path: Path, message: string, hint: string): Problem => ({ code: 'invalid', path, message, hint });

function changeProblems(
  move: Move,
  schemas: Schemas,
  pairs: readonly { readonly from: FieldPath; readonly to: FieldPath }[],
  at: Path,
): readonly Problem[] {
  const path = pathIn(pathOf(move));
  const moved = pairs.find(({ from }) => isAtOrBelow(path, from));
  const there = moved ? [...moved.to, ...path.slice(moved.from.length)] : path;
  const sides = { spoke: declaredAt(schemas.spoke, path), hub: declaredAt(schemas.hub, there) };
  const where = [...at, verbOf(move)];
  if ('each' in move) {
    const items = (side: typeof sides.spoke): Json => (typeof side === 'string' ? true : (side.items ?? true));
    return losslessProblems(move.moves, { spoke: items(sides.spoke), hub: items(sides.hub) }, [...at, 'moves']);
  }
  if ('wrap' in move) return isOne(sides.hub) ? [] : [oneOnly(where, 'the hub version', there)];
  if ('unwrap' in move) return isOne(sides.spoke) ? [] : [oneOnly(where, 'this version', path)];
  if (!('scale' in move)) return [];
  const [coarse, fine, factor] = 'by' in move ? [sides.spoke, sides.hub, move.by] : [sides.hub, sides.spoke, move.over];
  return isWhole(coarse) && isWhole(fine) && isMultiple(fine, factor)
    ? []
    : [
        invalid(
          where,
          'must be a whole number in both versions, and a multiple in the smaller unit',
          `add type: integer to both and multipleOf: ${factor} to the smaller unit`,
        ),
      ];
}

type Side = ReturnType<typeof declaredAt>;
const isOne = (side: Side): boolean => typeof side !== 'string' && side.type === 'array' && side.minItems === 1 && side.maxItems === 1;
const isWhole = (side: Side): boolean => typeof side !== 'string' && side.type === 'integer';
const isMultiple = (side: Side, factor: number): boolean =>
  typeof side !== 'string' && typeof side.multipleOf === 'number' && side.multipleOf % factor === 0;
const oneOnly = (where: Path, version: string, path: FieldPath): Problem =>
  invalid(where, `'${path.join('.')}' of ${version} must be a list of exactly one`, 'add type: array, minItems: 1 and maxItems: 1 to it');
