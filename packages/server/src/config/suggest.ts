const plain = (word: string): string => word.toLowerCase().replaceAll(/[^a-z\d]/g, '');

/** How many letters must be added, dropped, changed or swapped with their neighbour to turn one word into the other. */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= a.length; row++) {
    const next = [row];
    rows.push(next);
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      next.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (same ? 0 : 1),
          swapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return at(a.length, b.length);
}

/** The known word that was probably meant: at most a third of its letters differ. Case and punctuation do not count. */
export function suggest<Word extends string>(word: string, known: readonly Word[]): Word | undefined {
  const near = known
    .map((candidate) => ({ candidate, far: distance(plain(word).slice(0, 64), plain(candidate)) }))
    .filter(({ candidate, far }) => far <= Math.max(1, Math.ceil(plain(candidate).length / 3)))
    .toSorted((a, b) => a.far - b.far);
  return near[0]?.candidate;
}
