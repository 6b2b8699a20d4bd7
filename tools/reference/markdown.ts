/** Text in type-writer face, also where it holds back quotes; a bar would end the cell of a table. */
export const code = (text: string): string => {
  const fence = text.includes('`') ? '``' : '`';
  return text === '' ? '' : `${fence}${text.replaceAll('|', '\\|')}${fence}`;
};

/** Words of the code as prose: flags and variables stand out, and nothing is taken for markup. */
export const prose = (text: string): string =>
  text
    .split(/(`[^`]*`|(?<![\w-])--[a-z][a-z-]*|\b[A-Z]+_[A-Z_]+\b)/)
    .map((part, i) => (i % 2 === 1 ? code(part.replaceAll('`', '')) : part.replaceAll('\n', ' ').replaceAll(/[\\|*<]/g, '\\$&')))
    .join('');

/** As a sentence, whatever the help of a command begins and ends with. */
export const sentence = (text: string): string =>
  prose(`${text.slice(0, 1).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`);

/** Rows of markdown; a column in which nothing stands is left out. */
export function table(headers: readonly string[], rows: readonly (readonly string[])[]): string {
  const used = headers.map((_, i) => rows.some((row) => row[i] !== ''));
  const lines = [headers, headers.map(() => '---'), ...rows].map((row) => `| ${row.filter((_, i) => used[i]).join(' | ')} |`);
  return `${lines.join('\n')}\n`;
}

/** Where a heading is found. */
export const link = (heading: string, shown = heading): string => `[${shown}](#${heading.toLowerCase().replaceAll(' ', '-')})`;
