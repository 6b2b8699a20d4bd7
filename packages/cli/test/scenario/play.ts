/** Plays a transcript: each command in turn, as far as it goes as written. */
import type { Ran, Stage } from './stage.ts';
import { comparable } from './redact.ts';
import { fits, shownOutput, type Step, stepsOf } from './transcript.ts';

export interface Played {
  readonly step: Step;
  readonly ran: Ran;
  readonly fits: boolean;
}

/** Stops at the first command that did not do what the transcript says, unless it is to be rewritten. */
export async function play(text: string, stage: Stage, { goOn = false } = {}): Promise<readonly Played[]> {
  const played: Played[] = [];
  for (const step of stepsOf(text)) {
    const ran = await stage.run(step.command);
    const fit = fits(comparable(shownOutput(ran.lines, ran.exit)), comparable(shownOutput(step.expected, step.exit)));
    played.push({ step, ran, fits: fit });
    if (!fit && !goOn) break;
  }
  return played;
}
