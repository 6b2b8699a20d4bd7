/** Text from elsewhere on its way to a terminal: what would move the cursor, change colours or turn the reading direction is shown, not done. */

/** Controls (also those of eight bits), line separators, and what reverses the direction of text. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\uFEFF]/gu;
const ESCAPE = '\u001b';
/** What `terminal/style.ts` writes, or any control. */
const unseenOrOwn = new RegExp(`${ESCAPE}\\[(?:0|1|2|31|32|33|34|36)m|\\p{Cc}`, 'gu');

const escaped = (char: string): string => {
  const code = char.codePointAt(0) ?? 0;
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
};

/** Lines and tabs stay. */
export const printable = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replaceAll(unseen, (char) => (char === '\n' || char === '\t' ? char : escaped(char)));

/** In one line, whatever it was. */
export const oneLine = (text: string): string => printable(text.replaceAll(/\s+/g, ' ').trim());

/** The last guard before a stream: nothing but lines, tabs and colours of our own. */
export const harmless = (text: string, { colours }: { readonly colours: boolean }): string =>
  text.replaceAll(unseenOrOwn, (found) => (found === '\n' || found === '\t' || (colours && found.length > 1) ? found : shown(found)));

const shown = (found: string): string => escaped(found.slice(0, 1)) + found.slice(1);
