import type { Exit } from '../exit.ts';
import type { Session } from '../session.ts';

export interface Watching {
  readonly signal: AbortSignal;
  lost(why: string): void;
  found(): void;
}

/** Goes on until Ctrl-C. However many connections it has, a lost server is told once, and so is its return. */
export async function untilInterrupted(session: Session, work: (watching: Watching) => Promise<unknown>): Promise<Exit> {
  const ended = new AbortController();
  const { signal } = ended;
  let isLost = false;
  let exit: Exit = 'done';
  const forget = session.io.onInterrupt((by = 'interrupted') => {
    exit = by;
    ended.abort();
  });
  try {
    await work({
      signal,
      lost(why) {
        if (!isLost) session.say(`${why}; waiting for it`);
        isLost = true;
      },
      found() {
        if (isLost) session.say('the server is there again');
        isLost = false;
      },
    });
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    forget();
    ended.abort();
  }
  return exit;
}
