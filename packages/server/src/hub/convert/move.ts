import type { Json } from '@ectropy/sdk';

/**
 * How a field of one version becomes a field of the hub version. Each of these can be undone, and what none of them names stays where it is.
 * Paths are dotted and lead through objects. Values change first, in the places of this version; then fields move, all at once, so that
 * two of them can change places; then defaults are filled in, in the places of the hub version.
 */
export type Move =
  /** The value at `move` stands at `to` in the hub version. `to` may lie below `move`: `port` becomes `port.number`. */
  | { readonly move: string; readonly to: string }
  /** Other words for the same things. */
  | { readonly map: string; readonly values: Readonly<Record<string, string>> }
  /** A whole number that the hub version counts in smaller units (`by`) or in larger ones (`over`). */
  | { readonly scale: string; readonly by: number }
  | { readonly scale: string; readonly over: number }
  /** One value here, a list of exactly one in the hub version; and the other way round. */
  | { readonly wrap: string }
  | { readonly unwrap: string }
  /** What this version leaves unsaid stands written out in the hub version, and the other way round. Only where the object around it is there. */
  | { readonly default: string; readonly value: Json }
  /** Moves within every item of a list of objects. */
  | { readonly each: string; readonly moves: readonly Move[] };

/** The path in this version that a move begins with; for a default, the path in the hub version. */
export function pathOf(move: Move): string {
  if ('move' in move) return move.move;
  if ('map' in move) return move.map;
  if ('scale' in move) return move.scale;
  if ('wrap' in move) return move.wrap;
  if ('unwrap' in move) return move.unwrap;
  return 'each' in move ? move.each : move.default;
}

export const verbOf = (move: Move): 'move' | 'map' | 'scale' | 'wrap' | 'unwrap' | 'default' | 'each' =>
  (['move', 'map', 'scale', 'wrap', 'unwrap', 'each'] as const).find((verb) => verb in move) ?? 'default';
