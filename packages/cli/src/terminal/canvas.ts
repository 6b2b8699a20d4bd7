import type { Session } from '../session.ts';
import { fitStyled } from './width.ts';

/** Lines on standard output that are replaced by their next state. */
export interface Canvas {
  draw(lines: readonly string[]): void;
}

/** On a terminal in place, as far as there is room; elsewhere one after the other, when they differ. */
export function openCanvas(session: Session): Canvas {
  return session.io.stdout.isTty ? inPlace(session) : inTurn(session);
}

function inPlace({ io: { stdout } }: Session): Canvas {
  let drawn = 0;
  return {
    draw(lines) {
      const room = Math.max(2, stdout.rows - 1);
      const shown = lines.length > room ? [...lines.slice(0, room - 1), `… and ${lines.length - room + 1} more lines`] : lines;
      const clear = drawn > 0 ? `\u001b[${drawn}A\u001b[0J` : '';
      stdout.write(clear + shown.map((line) => `${fitStyled(line, stdout.columns - 1)}\n`).join(''));
      drawn = shown.length;
    },
  };
}

function inTurn(session: Session): Canvas {
  let before: string | undefined;
  return {
    draw(lines) {
      const text = lines.join('\n');
      if (text !== before) session.print(before === undefined ? text : `\n${text}`);
      before = text;
    },
  };
}
