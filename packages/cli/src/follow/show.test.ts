import { describe, expect, test } from 'vitest';
import { plain } from '../terminal/style.ts';
import { widthOf } from '../terminal/width.ts';
import type { Item } from './item.ts';
import { changeLine, paint, seconds } from './show.ts';

const item = (title: string, state: Item['verdict']['state'], { phase = 'Pending', note = '', depth = 0 } = {}): Item => ({
  key: title,
  title,
  aim: 'present',
  verdict: { state, phase, note },
  version: '1',
  startedAt: 0,
  depth,
  ...(state !== 'working' && { endedAt: 1_500 }),
});
const frame = { now: 2_000, columns: 60, rows: 24, style: plain };

describe('a frame', () => {
  test('has a line for each, indented below what it waits for', () => {
    expect(
      paint(
        [
          item('A/a', 'done', { phase: 'Ready' }),
          item('B/b', 'working', { note: 'half', depth: 1 }),
          item('C/c', 'failed', { phase: 'Failed' }),
        ],
        frame,
      ),
    ).toEqual(['  ✓ A/a Ready  1.5s', '    ⠋ B/b Pending  2.0s  half', '  ✗ C/c Failed  1.5s']);
  });

  test.each([0, 1, 2, 10, 25, 79])('never wraps in %i columns, whatever stands in it', (columns) => {
    const wide = item('界'.repeat(30), 'working', { note: 'a note\nof \u001b[31m two 👩‍👩‍👧 lines' });
    for (const line of paint([wide, wide], { ...frame, columns })) {
      expect(widthOf(line)).toBeLessThanOrEqual(Math.max(0, columns - 1));
      expect(line).not.toMatch(/\p{Cc}/u);
    }
  });

  test('never has more lines than the terminal: what is done goes first, and the rest is counted', () => {
    const items = [
      ...Array.from({ length: 50 }, (_, i) => item(`D/${i}`, 'done')),
      ...Array.from({ length: 5 }, (_, i) => item(`W/${i}`, 'working')),
    ];
    const lines = paint(items, { ...frame, rows: 10 });
    expect(lines).toHaveLength(6);
    expect(lines.at(-1)).toBe('  … and 50 more, 50 of 55 done');
    for (const rows of [0, 1, 3, 5, 7]) expect(paint(items, { ...frame, rows }).length).toBeLessThanOrEqual(Math.max(3, rows - 2));
  });

  test('of nothing is nothing', () => {
    expect(paint([], frame)).toEqual([]);
  });
});

test.each([
  [0, '0.0s'],
  [59_940, '59.9s'],
  [60_000, '1m00s'],
  [3_725_000, '62m05s'],
])('%i ms are %s', (ms, text) => {
  expect(seconds(ms)).toBe(text);
});

test('a line of a log tells the phase and why; progress comes without a line of its own', () => {
  expect(changeLine(item('A/a', 'working', { note: '5 %' }))).toBe('A/a: Pending');
  expect(changeLine(item('A/a', 'working', { phase: 'Blocked', note: 'waits for\nB/b' }))).toBe('A/a: Blocked: waits for B/b');
});
