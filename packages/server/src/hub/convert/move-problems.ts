import type { Path, Problem } from '@ectropy/sdk';
import { type FieldPath, fieldPath, isAtOrBelow, isBelow, overlap } from './field-path.ts';
import { type Move, pathOf, verbOf } from './move.ts';

const MAX_MOVES = 200;
const MAX_EACH = 8;

/** A path that a move names, and where in the definition it does. */
interface Named {
  readonly path: FieldPath;
  readonly text: string;
  readonly where: Path;
}

/** Every reason why the moves mean nothing, or more than one thing. */
export function moveProblems(moves: readonly Move[], where: Path = ['moves'], level = 0): readonly Problem[] {
  if (!Array.isArray(moves)) return [invalid(where, 'must be a list of moves')];
  if (moves.length > MAX_MOVES) return [invalid(where, `must have at most ${MAX_MOVES} items (got ${moves.length})`)];
  if (level > MAX_EACH) return [invalid(where, `lists within lists are followed for ${MAX_EACH} levels`)];
  const single = moves.flatMap((move, i) => singleProblems(move, [...where, i], level));
  return single.length > 0 ? single : togetherProblems(moves, where);
}

const invalid = (path: Path, message: string, hint?: string): Problem => ({ code: 'invalid', path, message, ...(hint && { hint }) });

function singleProblems(move: Move, where: Path, level: number): readonly Problem[] {
  if (typeof move !== 'object' || move === null || Array.isArray(move)) return [invalid(where, 'must be a move')]; // moves of items are not described by a schema
  const verbs = ['move', 'map', 'scale', 'wrap', 'unwrap', 'default', 'each'].filter((verb) => verb in move);
  if (verbs.length !== 1) return [invalid(where, `must do exactly one thing (got ${verbs.join(', ') || 'nothing'})`)];
  return [...pathProblems(pathOf(move), [...where, verbOf(move)]), ...detailProblems(move, where, level)];
}

const pathProblems = (text: string | undefined, where: Path): readonly Problem[] =>
  typeof text === 'string' && fieldPath(text)
    ? []
    : [
        invalid(
          where,
          text === undefined ? 'must be set' : `${JSON.stringify(text).slice(0, 200)} is not a path`,
          'use field names with dots between them, as in storage.size',
        ),
      ];

function detailProblems(move: Move, where: Path, level: number): readonly Problem[] {
  if ('move' in move)
    return move.move === move.to ? [invalid([...where, 'to'], 'is where it stands already')] : pathProblems(move.to, [...where, 'to']);
  if ('map' in move) return mapProblems(move.values, [...where, 'values']);
  if ('scale' in move) return scaleProblems(move, where);
  return 'each' in move ? moveProblems(move.moves, [...where, 'moves'], level + 1) : [];
}

function mapProblems(values: Readonly<Record<string, string>> | undefined, where: Path): readonly Problem[] {
  const entries = Object.entries(values ?? {});
  if (entries.some(([, there]) => typeof there !== 'string')) return [invalid(where, 'must name words for words')];
  if (entries.length === 0) return [invalid(where, 'must name at least one word')];
  return entries.flatMap(([here, there], i) =>
    entries.findIndex(([, other]) => other === there) < i
      ? [invalid([...where, here], `${JSON.stringify(there)} stands for two words`)]
      : [],
  );
}

function scaleProblems(move: Extract<Move, { readonly scale: string }>, where: Path): readonly Problem[] {
  const [name, factor] = 'by' in move ? (['by', move.by] as const) : (['over', move.over] as const);
  return Number.isSafeInteger(factor) && factor > 1
    ? []
    : [invalid([...where, name], `must be a whole number above 1 (got ${JSON.stringify(factor ?? null).slice(0, 60)})`)];
}

function togetherProblems(moves: readonly Move[], where: Path): readonly Problem[] {
  const named = (field: (move: Move) => readonly [string, string] | undefined): readonly Named[] =>
    moves.flatMap((move, i) => {
      const [name, text] = field(move) ?? [];
      return name === undefined || text === undefined ? [] : [{ path: fieldPath(text) ?? [], text, where: [...where, i, name] }];
    });
  const sources = named((move) => ('move' in move ? ['move', move.move] : undefined));
  const targets = named((move) => ('move' in move ? ['to', move.to] : undefined));
  const defaults = named((move) => ('default' in move ? ['default', move.default] : undefined));
  const changes = named((move) => ('move' in move || 'default' in move ? undefined : [verbOf(move), pathOf(move)]));
  return [
    ...[sources, targets, defaults, changes].flatMap(overlaps),
    ...changes.flatMap((change) => sources.filter(({ path }) => isBelow(path, change.path)).map((source) => clash(source, change))),
    ...defaults.flatMap((one) =>
      [...targets, ...sources].filter(({ path }) => isAtOrBelow(path, one.path)).map((other) => clash(one, other)),
    ),
  ];
}

const overlaps = (all: readonly Named[]): readonly Problem[] =>
  all.flatMap((one, i) => all.slice(0, i).flatMap((earlier) => (overlap(one.path, earlier.path) ? [clash(one, earlier)] : [])));

const clash = (one: Named, other: Named): Problem =>
  invalid(one.where, `'${one.text}' and '${other.text}' overlap, so that it is not clear which comes first`);
