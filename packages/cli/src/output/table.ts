/** Tables: columns as wide as their widest cell, words of state in their colours. */
import { oneLine } from '../terminal/printable.ts';
import type { Colour, Style } from '../terminal/style.ts';
import { widthOf } from '../terminal/width.ts';

export interface TableView {
  readonly style: Style;
  readonly headers: boolean;
}

/** The columns of a table, so that lines that come later stand under those that came before. */
export interface Layout {
  /** No line if the view has no headers. */
  readonly head: readonly string[];
  line(cells: readonly string[]): string;
}

type Cells = readonly string[];

const GAP = '   ';

export const table = (headers: Cells, rows: readonly Cells[], view: TableView): string => {
  const { head, line } = layout(headers, rows, view);
  return [...head, ...rows.map(line)].join('\n');
};

/** The last column is not padded; an empty cell is `<none>`, so that columns can be counted. */
export function layout(headers: Cells, rows: readonly Cells[], { style, headers: withHeaders }: TableView, least: Widths = {}): Layout {
  const widths = headers.map((header, column) =>
    rows.reduce(
      (width, row) => Math.max(width, widthOf(shown(row[column]))),
      Math.max(withHeaders ? widthOf(header) : 0, least[header.toLowerCase()] ?? 0),
    ),
  );
  const line = (cells: Cells, paint: (cell: string, column: number) => string): string =>
    cells
      .map((cell, column) => {
        const gap = ' '.repeat(Math.max(0, (widths[column] ?? 0) - widthOf(cell)));
        return paint(cell, column) + (column === cells.length - 1 ? '' : gap + GAP);
      })
      .join('');
  return {
    head: withHeaders
      ? [
          line(
            headers.map((header) => oneLine(header).toUpperCase()),
            (cell) => style('bold', cell),
          ),
        ]
      : [],
    line: (cells) =>
      line(
        headers.map((_, column) => shown(cells[column])),
        (cell, column) => coloured(cell, headers[column] ?? '', style),
      ),
  };
}

/** By header in lower case. */
export type Widths = Readonly<Record<string, number>>;

const NONE = '<none>';
const shown = (cell = ''): string => oneLine(cell) || NONE;

const colours = new Map<string, Colour>(
  Object.entries({
    True: 'green',
    Ready: 'green',
    Normal: 'green',
    False: 'yellow',
    Unknown: 'yellow',
    Failed: 'red',
    Warning: 'yellow',
    Contested: 'red',
    Missing: 'red',
    Drifted: 'yellow',
    Blocked: 'yellow',
    Retrying: 'yellow',
    Paused: 'yellow',
    Deleted: 'dim',
  } as const),
);
const stateful = new Set(['ready', 'status', 'phase', 'type']);

const coloured = (cell: string, header: string, style: Style): string => {
  if (cell === NONE) return style('dim', cell);
  return stateful.has(header.toLowerCase()) ? style(colours.get(cell) ?? 'cyan', cell) : cell;
};
