/** What a harness says of a run, read from what it prints. */

export interface Verdict {
  /** `broken`: it ended without a verdict, so that nothing was proved. */
  readonly type: 'passed' | 'caught' | 'broken';
  /** What was noticed first, or the end of what was printed. */
  readonly text: string;
  /** How much it took: kills, or seeds. */
  readonly after: string;
}

/** That a fault was never tried is no fault of the product. */
const NO_LAW = 'every failpoint is reached';

export function tortureVerdict(output: string, code: number | null): Verdict {
  const [before = '', list] = output.split(/^\d+ violations:$/m);
  const told = (list ?? '').split('\n').filter((line) => /^ {2}\S.*: /.test(line));
  const first = told.find((line) => !line.startsWith(`  ${NO_LAW}`));
  const after = killsIn(before);
  if (code === 1 && first !== undefined) return { type: 'caught', text: first.trim(), after };
  const calm = code === 0 ? output.includes('No violation.') : code === 1 && told.length > 0;
  return calm ? { type: 'passed', text: 'no violation', after } : broken(output);
}

/** From the table of who was killed. */
function killsIn(output: string): string {
  const rows = [...output.matchAll(/^ {2}(worker|api|postgres|zombie|cut) +(\d+) +\d+$/gm)];
  const done = rows.flatMap(([, target, count]) => (Number(count) > 0 ? [`${count} ${target}`] : []));
  return done.join(', ') || 'no kill';
}

export function simulationVerdict(output: string, code: number | null): Verdict {
  const [, seed, text] = /^seed (\d+) violates (.*)$/m.exec(output) ?? [];
  if (code === 1 && seed !== undefined && text !== undefined && !text.startsWith('nothing '))
    return { type: 'caught', text, after: `seed ${seed}` };
  const [, seeds] = /^(\d+) seeds, .*; 0 failed$/m.exec(output) ?? [];
  const onlyUntried = code === 0 || (code === 1 && /^never happened: /m.test(output));
  return seeds !== undefined && onlyUntried ? { type: 'passed', text: 'no violation', after: `${seeds} seeds` } : broken(output);
}

const broken = (output: string): Verdict => ({ type: 'broken', text: output.trimEnd().split('\n').slice(-5).join('\n'), after: '' });
