/** Pieces of a page for people. */
import type { Json } from '@ectropy/sdk';
import { encode } from '@ectropy/server/client';
import { oneLine, printable } from '../terminal/printable.ts';
import type { Style } from '../terminal/style.ts';
import { padTo, widthOf } from '../terminal/width.ts';

export type Lines = readonly string[];

/** A title and what stands under it; nothing if nothing does. */
export const section = (title: string, lines: Lines, style: Style): Lines =>
  lines.length === 0 ? [] : ['', style('bold', title), ...indented(lines)];

export const indented = (lines: Lines): Lines => lines.map((line) => (line === '' ? '' : `  ${line}`));

export interface Cell {
  readonly text: string;
  readonly paint?: (text: string) => string;
}

/** Cells under each other; foreign text becomes harmless here. The last cell of a row may be as long as it likes. */
export function columns(rows: readonly (readonly (string | Cell)[])[]): Lines {
  const cells = rows.map((row) =>
    row.map((cell) => (typeof cell === 'string' ? { text: oneLine(cell) } : { ...cell, text: oneLine(cell.text) })),
  );
  const widths = cells.reduce<readonly number[]>(
    (known, row) => row.map(({ text }, i) => Math.max(known[i] ?? 0, widthOf(text))).concat(known.slice(row.length)),
    [],
  );
  const padded = ({ text, paint = same }: Cell, i: number, last: boolean): string =>
    last ? paint(text) : paint(text) + padTo('', Math.max(0, (widths[i] ?? 0) - widthOf(text)));
  return cells.map((row) =>
    row
      .map((cell, i) => padded(cell, i, i === row.length - 1))
      .join('  ')
      .trimEnd(),
  );
}

const same = (text: string): string => text;

const MOST_LINES = 60;

/** Of a large value the beginning. */
export function yamlLines(value: Json, more: string): Lines {
  const lines = printable(encode(value, 'yaml')).trimEnd().split('\n');
  return lines.length <= MOST_LINES ? lines : [...lines.slice(0, MOST_LINES), `… ${lines.length - MOST_LINES} more lines: ${more}`];
}
