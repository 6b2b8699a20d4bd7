/** The progress as text: lines for a terminal that are painted again and again, or one line per change for a log. */
import { oneLine } from '../terminal/printable.ts';
import type { Style } from '../terminal/style.ts';
import { fit, widthOf } from '../terminal/width.ts';
import type { Item } from './item.ts';
import { moving } from './judge.ts';

const spinner = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

export const seconds = (ms: number): string =>
  ms < 60_000 ? `${(ms / 1000).toFixed(1)}s` : `${Math.floor(ms / 60_000)}m${String(Math.floor((ms % 60_000) / 1000)).padStart(2, '0')}s`;

export interface Frame {
  readonly now: number;
  readonly columns: number;
  readonly rows: number;
  readonly style: Style;
}

/** At most as many lines as the terminal has: what is done goes first from a long list. */
export function paint(items: readonly Item[], frame: Frame): readonly string[] {
  const room = Math.max(3, frame.rows - 2);
  const shown = items.length <= room ? items : items.filter(({ verdict }) => verdict.state !== 'done').slice(0, room - 1);
  const hidden = items.length - shown.length;
  const lines = shown.map((item) => cut(lineOf(item, frame), frame.columns));
  return hidden > 0
    ? [
        ...lines,
        frame.style(
          'dim',
          fit(
            `  … and ${hidden} more, ${items.filter(({ verdict }) => verdict.state === 'done').length} of ${items.length} done`,
            frame.columns - 1,
          ),
        ),
      ]
    : lines;
}

interface Part {
  readonly text: string;
  readonly paint: (text: string) => string;
}

const asItIs = (text: string): string => text;

function lineOf({ title, verdict, startedAt, endedAt, depth }: Item, { now, style }: Frame): readonly Part[] {
  const glyph =
    verdict.state === 'working' ? (spinner[Math.floor(now / 100) % spinner.length] ?? '') : verdict.state === 'done' ? '✓' : '✗';
  const colour = verdict.state === 'working' ? 'cyan' : verdict.state === 'done' ? 'green' : 'red';
  return [
    { text: `  ${'  '.repeat(depth)}`, paint: asItIs },
    { text: glyph, paint: (text) => style(colour, text) },
    { text: ` ${title} `, paint: asItIs },
    { text: verdict.phase, paint: (text) => style(colour, text) },
    { text: `  ${seconds((endedAt ?? now) - startedAt)}`, paint: (text) => style('dim', text) },
    { text: verdict.note === '' ? '' : `  ${oneLine(verdict.note)}`, paint: asItIs },
  ];
}

/** A line that wraps would break the painting. */
function cut(parts: readonly Part[], columns: number): string {
  let room = columns - 1;
  return parts
    .map(({ text, paint: painted }) => {
      const visible = fit(text, Math.max(0, room));
      room -= widthOf(text);
      return visible === '' ? '' : painted(visible);
    })
    .join('');
}

/** For a log: what has changed about it, in one line. Progress comes and goes without a line; what it waits for is told. */
export function changeLine({ title, verdict: { phase, note } }: Item): string {
  const told = moving.has(phase) && !note.startsWith('waits for') ? '' : oneLine(note);
  return `${title}: ${phase}${told === '' ? '' : `: ${told}`}`;
}
