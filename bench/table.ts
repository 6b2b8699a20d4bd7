/** Rows as people read them. */
import type { Goal, Row } from './figure.ts';

const HEAD = ['figure', 'measured', 'beside it', 'ratio', 'goal', ''] as const;

export function tableOf(rows: readonly Row[]): string {
  const lines = [HEAD, ...rows.map(cellsOf)];
  const widths = HEAD.map((_, i) => Math.max(...lines.map((cells) => (cells[i] ?? '').length)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd();
  const notes = rows.flatMap(({ name, note }) => (note === undefined ? [] : [`  ${name}: ${note}`]));
  return [...lines.map(line), ...(notes.length > 0 ? ['', ...notes] : [])].join('\n');
}

function cellsOf({ name, value, unit, beside, ratio, goal, met, best }: Row): readonly string[] {
  return [
    name,
    `${numeral(value)} ${unit}${best === undefined ? '' : ` (best ${numeral(best)})`}`,
    beside ? `${numeral(beside.value)} ${unit}: ${beside.what}` : '',
    ratio === undefined ? '' : numeral(ratio),
    goal ? shown(goal, unit) : '',
    met === undefined ? '' : met ? 'met' : 'missed',
  ];
}

const numeral = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: Math.abs(value) < 100 ? 2 : 0 });

function shown(goal: Goal, unit: string): string {
  const bound = 'atLeast' in goal ? `≥ ${numeral(goal.atLeast)}` : `≤ ${numeral(goal.atMost)}`;
  return goal.of === 'value' ? `${bound} ${unit}` : `ratio ${bound}`;
}
