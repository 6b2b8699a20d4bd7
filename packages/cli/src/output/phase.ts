/** Phases at a glance: a glyph and a colour each, and the word beside them. */
import type { Colour, Style } from '../terminal/style.ts';

export interface PhaseLook {
  readonly glyph: string;
  readonly colour: Colour;
}

const well: PhaseLook = { glyph: '✓', colour: 'green' };
const working: PhaseLook = { glyph: '◌', colour: 'cyan' };
const attention: PhaseLook = { glyph: '!', colour: 'yellow' };
const broken: PhaseLook = { glyph: '✗', colour: 'red' };

const looks = new Map<string, PhaseLook>([
  ['Ready', well],
  ['Stored', well],
  ['Blocked', attention],
  ['Retrying', attention],
  ['Drifted', attention],
  ['Paused', attention],
  ['Failed', broken],
  ['Missing', broken],
  ['Contested', broken],
]);

export const phaseLook = (phase: string): PhaseLook => looks.get(phase) ?? working;

export function showPhase(phase: string, style: Style): string {
  const { glyph, colour } = phaseLook(phase);
  return style(colour, `${glyph} ${phase}`);
}

/** Of a condition: some of them are good news when they do not hold. */
export function showCondition({ type, status }: { readonly type: string; readonly status: string }, style: Style): string {
  const good = new Set(['Ready', 'Synced']).has(type) ? 'True' : 'False';
  const { glyph, colour } = status === good ? well : status === 'Unknown' || type === 'Progressing' ? working : attention;
  return style(colour, glyph);
}
