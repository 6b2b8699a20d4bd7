/** Sets of paths in a document, as trees of FieldsV1 elements: `f:spec` › `k:{"name":"a"}` › `f:host`. */

/** A place in the tree: is the place itself in the set, and what is below it. Never has empty places below. */
export interface FieldSet {
  readonly owned: boolean;
  readonly below: ReadonlyMap<string, FieldSet>;
}

export type Elements = readonly string[];

const NOTHING: ReadonlyMap<string, never> = new Map<string, never>();

export const emptySet: FieldSet = { owned: false, below: NOTHING };
export const ownedLeaf: FieldSet = { owned: true, below: NOTHING };

export const isEmpty = ({ owned, below }: FieldSet): boolean => !owned && below.size === 0;

export function fieldSet(...paths: readonly Elements[]): FieldSet {
  const growing = growSet();
  for (const path of paths) growing.add(path);
  return growing.done();
}

interface Growing {
  owned: boolean;
  /** Most places have nothing below them, and share that. */
  below: ReadonlyMap<string, Growing>;
}

/** A set under construction. */
export function growSet(): { add(path: Elements): void; done(): FieldSet } {
  const root: Growing = { owned: false, below: NOTHING };
  return {
    add(path) {
      let place = root;
      for (const element of path) {
        let next = place.below.get(element);
        if (!next) roomBelow(place).set(element, (next = { owned: false, below: NOTHING }));
        place = next;
      }
      place.owned = true;
    },
    done: () => root,
  };
}

function roomBelow(place: Growing): Map<string, Growing> {
  if (place.below === NOTHING) place.below = new Map();
  return place.below as Map<string, Growing>;
}

export function union(a: FieldSet, b: FieldSet): FieldSet {
  if (a === b || isEmpty(b)) return a;
  if (isEmpty(a)) return b;
  const below = new Map(a.below);
  for (const [element, theirs] of b.below) {
    const ours = a.below.get(element);
    below.set(element, ours ? union(ours, theirs) : theirs);
  }
  return { owned: a.owned || b.owned, below };
}

/** What is in `a` and not in `b`, place by place: a place that is taken away leaves what is below it. */
export function difference(a: FieldSet, b: FieldSet): FieldSet {
  if (a === b) return emptySet;
  if (isEmpty(a) || isEmpty(b)) return a;
  const below = new Map<string, FieldSet>();
  for (const [element, ours] of a.below) {
    const theirs = b.below.get(element);
    const rest = theirs ? difference(ours, theirs) : ours;
    if (!isEmpty(rest)) below.set(element, rest);
  }
  return { owned: a.owned && !b.owned, below };
}

export function intersection(a: FieldSet, b: FieldSet): FieldSet {
  if (a === b) return a;
  const below = new Map<string, FieldSet>();
  for (const [element, ours] of a.below) {
    const theirs = b.below.get(element);
    const common = theirs ? intersection(ours, theirs) : emptySet;
    if (!isEmpty(common)) below.set(element, common);
  }
  return { owned: a.owned && b.owned, below };
}

export function isSubset(a: FieldSet, b: FieldSet): boolean {
  if (a === b) return true;
  if (a.owned && !b.owned) return false;
  for (const [element, ours] of a.below) {
    const theirs = b.below.get(element);
    if (!theirs || !isSubset(ours, theirs)) return false;
  }
  return true;
}

export const sameSet = (a: FieldSet, b: FieldSet): boolean => isSubset(a, b) && isSubset(b, a);

export function has(set: FieldSet, path: Elements): boolean {
  let place: FieldSet | undefined = set;
  for (const element of path) place = place?.below.get(element);
  return place?.owned ?? false;
}

/** Only the places that nothing of the set is below of. */
export function leaves({ owned, below }: FieldSet): FieldSet {
  return { owned: owned && below.size === 0, below: new Map([...below].map(([element, place]) => [element, leaves(place)])) };
}

/** Every path of the set: at each place first what is directly below it, then what is deeper, in the order of the elements. */
export function* pathsOf({ owned, below }: FieldSet, above: Elements = []): Generator<Elements> {
  if (owned && above.length === 0) yield above;
  const places = [...below].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [element, place] of places) if (place.owned) yield [...above, element];
  for (const [element, place] of places) yield* pathsOf(place, [...above, element]);
}
