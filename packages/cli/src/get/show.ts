/** Sections as tables: one per kind. */
import type { Row } from '../api/table.ts';
import { layout, type Layout, type TableView, type Widths } from '../output/table.ts';
import type { Section } from './fetch.ts';

export interface Look extends TableView {
  readonly wide: boolean;
  /** With the project of each, first. */
  readonly projects: boolean;
  readonly labels: boolean;
  /** Names as `Kind/name`, since there are several kinds. */
  readonly qualified: boolean;
}

export interface Grid extends Layout {
  /** The line of one row. */
  row(row: Row): string;
  /** The line of one that is there no more. */
  gone(row: Row): string;
}

/** In columns wide enough for the rows of the section. */
export function gridOf({ target, columns, rows }: Section, look: Look, least: Widths = {}): Grid {
  const shown = columns.flatMap(({ name, priority }, index) => (priority > 0 && !look.wide ? [] : [{ name, index }]));
  const withProject = look.projects && target.type.namespaced;
  const headers = [...(withProject ? ['Project'] : []), ...shown.map(({ name }) => name), ...(look.labels ? ['Labels'] : [])];
  const cellsOf = ({ cells, metadata }: Row): readonly string[] => [
    ...(withProject ? [metadata.namespace ?? ''] : []),
    ...shown.map(({ name, index }) => (look.qualified && name === 'Name' ? `${target.type.kind}/${cells[index]}` : (cells[index] ?? ''))),
    ...(look.labels ? [labelsOf(metadata.labels)] : []),
  ];
  const grid = layout(headers, rows.map(cellsOf), look, least);
  const status = headers.indexOf('Status');
  return {
    ...grid,
    row: (row) => grid.line(cellsOf(row)),
    gone: (row) => grid.line(cellsOf(row).map((cell, i, all) => (i === (status < 0 ? all.length - 1 : status) ? 'Deleted' : cell))),
  };
}

/** A blank line between kinds. */
export const showSections = (sections: readonly Section[], look: Look): string =>
  sections
    .map((section) => {
      const { head, row } = gridOf(section, look);
      return [...head, ...section.rows.map(row)].join('\n');
    })
    .join('\n\n');

const labelsOf = (labels: Readonly<Record<string, string>> = {}): string =>
  Object.entries(labels)
    .map(([key, value]) => (value === '' ? key : `${key}=${value}`))
    .join(',');
