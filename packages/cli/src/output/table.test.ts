import { describe, expect, test } from 'vitest';
import { plain, type Style } from '../terminal/style.ts';
import { widthOf } from '../terminal/width.ts';
import { layout, table } from './table.ts';

const view = { style: plain, headers: true };
const marked: Style = (colour, text) => `<${colour}>${text}</>`;

describe('a table', () => {
  test('has columns as wide as their widest cell, and no blanks at the end', () => {
    expect(
      table(
        ['Name', 'Status'],
        [
          ['a', 'Ready'],
          ['longer', 'Failed'],
        ],
        view,
      ),
    ).toBe('NAME     STATUS\na        Ready\nlonger   Failed');
  });

  test('says that a cell is empty, so that columns can be counted', () => {
    expect(table(['A', 'B', 'C'], [['1', '', '3'], ['4']], { ...view, headers: false })).toBe('1   <none>   3\n4   <none>   <none>');
  });

  test('stands straight whatever the script', () => {
    const lines = table(
      ['Name', 'Status'],
      [
        ['東京', 'x'],
        ['🚀🚀🚀', 'x'],
        ['e\u0301a', 'x'],
        ['plain', 'x'],
      ],
      view,
    ).split('\n');
    expect(lines.slice(1).map((line) => widthOf(line.slice(0, line.indexOf('x'))))).toEqual([9, 9, 9, 9]);
  });

  test('keeps a cell in one line and takes its controls away', () => {
    const text = table(['Message'], [['one\ntwo\u001b[2J\u009b1m']], view);
    expect(text).toBe('MESSAGE\none two\\x1b[2J\\x9b1m');
  });

  test('colours words of state by their column, also words that are keys of every object', () => {
    const text = table(
      ['Ready', 'Note'],
      [
        ['True', 'True'],
        ['constructor', '__proto__'],
      ],
      { ...view, style: marked },
    );
    expect(text).toContain('<green>True</>');
    expect(text).toContain('<cyan>constructor</>');
    expect(text).toMatch(/ True$/m);
  });

  test('lines that come later stand under the first ones', () => {
    const grid = layout(['Name', 'Status', 'Age'], [['a', 'Ready', '1s']], view, { status: 10 });
    expect([...grid.head, grid.line(['a', 'Correcting', '2s'])]).toEqual(['NAME   STATUS       AGE', 'a      Correcting   2s']);
  });

  test('of 200,000 rows is made without running out of stack', () => {
    const rows = Array.from({ length: 200_000 }, (_, i) => [`name-${i}`, 'Ready']);
    expect(table(['Name', 'Status'], rows, view).split('\n')).toHaveLength(200_001);
  });
});
