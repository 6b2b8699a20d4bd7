import type { Io, Output } from '../io.ts';

const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 34, cyan: 36 } as const;

export type Colour = keyof typeof codes;
/** Colour never carries a meaning alone: without it the words and glyphs say the same. */
export type Style = (colour: Colour, text: string) => string;

export type ColourChoice = 'auto' | 'always' | 'never';

export const plain: Style = (_, text) => text;
const coloured: Style = (colour, text) => (text === '' ? '' : `\u001b[${codes[colour]}m${text}\u001b[0m`);

/** Standard output and standard error are judged apart: one of them may go into a file. */
export function styleFor(output: Output, { env }: Pick<Io, 'env'>, choice: ColourChoice = 'auto'): Style {
  if (choice !== 'auto') return choice === 'always' ? coloured : plain;
  return output.isTty && !env.NO_COLOR && env.TERM !== 'dumb' ? coloured : plain;
}
