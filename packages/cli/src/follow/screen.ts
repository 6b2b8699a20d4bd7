/** Where the progress appears. */
import type { Session } from '../session.ts';
import type { Item } from './item.ts';
import { changeLine, paint } from './show.ts';

export interface Screen {
  show(items: readonly Item[]): void;
  /** A sentence in between. */
  say(text: string): void;
  end(items: readonly Item[]): void;
}

const FRAME_MS = 100;

export const openScreen = (session: Session): Screen => (session.quiet ? silent : session.io.stderr.isTty ? live(session) : log(session));

const silent: Screen = { show: () => undefined, say: () => undefined, end: () => undefined };

/** One line per change of a phase or of its reason. */
function log(session: Session): Screen {
  const said = new Map<string, string>();
  const show = (items: readonly Item[]): void => {
    for (const item of items) {
      const line = changeLine(item);
      if (said.get(item.key) !== line) session.say(line);
      said.set(item.key, line);
    }
  };
  return { show, say: (text) => session.say(text), end: show };
}

/** Paints over what it painted before. */
function live({ io, style, say }: Session): Screen {
  let items: readonly Item[] = [];
  let painted = 0;
  const clear = (): void => io.stderr.write(painted > 0 ? `\r\u001b[${painted}A\u001b[0J` : '');
  const repaint = (): void => {
    const lines = paint(items, { now: io.now(), columns: io.stderr.columns, rows: io.stderr.rows, style: style.err });
    clear();
    io.stderr.write(lines.map((line) => `${line}\n`).join(''));
    painted = lines.length;
  };
  const timer = setInterval(repaint, FRAME_MS);
  return {
    show(news) {
      items = news;
    },
    say(text) {
      clear();
      painted = 0;
      say(text);
      repaint();
    },
    end(last) {
      clearInterval(timer);
      items = last;
      repaint();
    },
  };
}
