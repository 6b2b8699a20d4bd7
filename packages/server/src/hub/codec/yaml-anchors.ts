import type { Json } from '@ectropy/sdk';
import type { AliasEvent } from 'js-yaml';
import { tooDeep, Unreadable } from './raw.ts';
import { set } from './yaml-frame.ts';

interface Anchored {
  readonly anchorStart: number;
  readonly anchorEnd: number;
}

/** The anchors of one document. */
export interface Anchors {
  /** From here until it is kept, an alias to it would be a loop. */
  open(event: Anchored): void;
  keep(event: Anchored, value: Json): void;
  /** A copy, never the thing itself: nobody who changes one place changes another. */
  copy(event: AliasEvent, levels: number): Json;
}

/** An alias counts as if it were written out: `left.budget` is how many characters that may still be. */
export function anchorsWithin(source: string, left: { budget: number }): Anchors {
  const known = new Map<string, Json | undefined>();
  const nameOf = ({ anchorStart, anchorEnd }: Anchored): string => source.slice(anchorStart, anchorEnd);

  function charge(characters: number, at: number): void {
    left.budget -= characters;
    if (left.budget < 0) throw new Unreadable(at, 'is too large when its aliases are written out: repeat less', { final: true });
  }

  function copied(value: Json, levels: number, at: number): Json {
    charge(typeof value === 'string' ? value.length + 1 : 1, at);
    if (typeof value !== 'object' || value === null) return value;
    if (levels <= 0) throw tooDeep(at);
    if (Array.isArray(value)) return value.map((item: Json) => copied(item, levels - 1, at));
    const copy: Record<string, Json> = {};
    for (const [key, item] of Object.entries(value)) {
      charge(key.length, at);
      set(copy, key, copied(item, levels - 1, at));
    }
    return copy;
  }

  return {
    open: (event) => void (event.anchorStart >= 0 && known.set(nameOf(event), undefined)),
    keep: (event, value) => void (event.anchorStart >= 0 && known.set(nameOf(event), value)),
    copy(event, levels) {
      const [name, at] = [nameOf(event), event.anchorStart - 1];
      if (!known.has(name)) throw new Unreadable(at, `there is no anchor &${name.slice(0, 60)} before this alias`, { final: true });
      const value = known.get(name);
      if (value === undefined) throw new Unreadable(at, `the alias *${name.slice(0, 60)} stands within its own anchor`, { final: true });
      return copied(value, levels, at);
    },
  };
}
