/** How many columns of a terminal a text takes. */

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const isAscii = /^[\x20-\x7e]*$/;
const isEmoji = /\p{Emoji_Presentation}|\u{fe0f}/u;
const isInvisible = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]*$/u;

/** Where East Asian scripts and signs of double width stand, first and last of each block. */
const wide: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x1b000, 0x1b2ff],
  [0x20000, 0x3fffd],
];

export function widthOf(text: string): number {
  if (isAscii.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += widthOfSign(segment);
  return width;
}

function widthOfSign(sign: string): number {
  const code = sign.codePointAt(0) ?? 0;
  if (code >= 0x20 && code < 0x7f && sign.length === 1) return 1;
  if (isInvisible.test(sign)) return 0;
  return isEmoji.test(sign) || wide.some(([first, last]) => code >= first && code <= last) ? 2 : 1;
}

/** At most so many columns; what is cut off ends with `…`. */
export const fit = (text: string, columns: number): string =>
  widthOf(text) <= columns ? text : columns < 1 ? '' : `${begin(text, columns - 1)}…`;

const ESCAPE = '\u001b';
const colour = new RegExp(`(${ESCAPE}\\[\\d+m)`, 'u');
/** Between colours. */
const isText = (i: number): boolean => i % 2 === 0;

/** The same for text with colours of our own: they take no room, and end where the text does. */
export function fitStyled(text: string, columns: number): string {
  const parts = text.split(colour);
  if (widthOf(parts.filter((_, i) => isText(i)).join('')) <= columns) return text;
  let room = columns - 1;
  const kept = parts.map((part, i) => {
    if (!isText(i)) return part;
    const taken = begin(part, room);
    room = taken === part ? room - widthOf(part) : 0;
    return taken;
  });
  return columns < 1 ? '' : `${kept.join('')}…`;
}

/** As much of it as there is room for. */
function begin(text: string, columns: number): string {
  let kept = '';
  let width = 0;
  for (const { segment } of segmenter.segment(text)) {
    width += widthOfSign(segment);
    if (width > columns) break;
    kept += segment;
  }
  return kept;
}

export const padTo = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)));
