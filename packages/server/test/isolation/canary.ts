/** Words that nobody can guess: whoever sees one has seen what it was put into. */
import { createHash } from 'node:crypto';

export interface Canaries {
  /** A new one; `about` says where it is put. */
  make(about: string): string;
  readonly all: ReadonlyMap<string, string>;
  /** Where the canaries come from that stand in the text, in plain words or in base64. */
  in(text: string): readonly string[];
}

export function openCanaries(seed: string): Canaries {
  const all = new Map<string, string>();
  const forms = new Map<string, readonly string[]>();
  return {
    all,
    make(about) {
      const canary = `cnry${createHash('sha256').update(`${seed}/${all.size}`).digest('hex').slice(0, 12)}`;
      all.set(canary, about);
      forms.set(canary, [canary, ...inBase64(canary)]);
      return canary;
    },
    in: (text) => [...forms].filter(([, written]) => written.some((form) => text.includes(form))).map(([canary]) => canary),
  };
}

/** As it looks inside of a longer text, at each of three positions, without what depends on its neighbours. */
const inBase64 = (text: string): readonly string[] =>
  [0, 1, 2].map((shift) => {
    const written = Buffer.from('x'.repeat(shift) + text).toString('base64');
    return written.slice(shift === 0 ? 0 : 4, written.length - 4);
  });
