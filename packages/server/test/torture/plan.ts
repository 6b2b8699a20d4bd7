/** How much of what: from the flags to the numbers of each storm. */
import { parseArgs } from 'node:util';
import { type Cut, cuts } from './proxy.ts';

export const targets = ['worker', 'api', 'postgres', 'zombie', 'cut'] as const;
export type Target = (typeof targets)[number];

export interface TorturePlan {
  readonly seed: number;
  readonly kills: Readonly<Record<Target, number>>;
  readonly families: number;
  /** Only this one of the cuts; drawn otherwise. */
  readonly cut?: Cut;
  /** How long all may take to come to rest after the last fault. */
  readonly patienceMs: number;
  readonly defect?: string;
  /** Every failpoint must also have acted. */
  readonly full: boolean;
  readonly replay: string;
}

export const FULL = 1_000;
const PATIENCE_S = 60;
/** Of each target, for each kill of a worker. */
const shares = { worker: 1, api: 0.2, postgres: 0.1, zombie: 0.2, cut: 0.2 } as const satisfies Record<Target, number>;

const isTarget = (word: string): word is Target => targets.some((target) => target === word);
const isCut = (word: string): word is Cut => cuts.some((cut) => cut === word);

export const helpText = `Kills servers, workers and PostgreSQL while they work, and says whether anything was lost or done twice.

  --kills N      so many workers are killed; the others in proportion (${FULL})
  --target T     ${targets.join(', ')} or all (all)
  --cut HOW      only this cut at a COMMIT: ${cuts.join(', ')} (drawn)
  --seed S       another course of things (1)
  --families N   how many clients, each with a network, two servers and a disk (12)
  --patience S   how long all may take to come to rest, in seconds (60)
  --defect NAME  the servers run with a deliberate defect
  --help         this text
`;

export type Read = { readonly help: true } | { readonly problem: string } | { readonly plan: TorturePlan };

export function readFlags(argv: readonly string[]): Read {
  const text = { type: 'string' } as const;
  const options = {
    kills: text,
    target: text,
    cut: text,
    seed: text,
    families: text,
    patience: text,
    defect: text,
    help: { type: 'boolean' },
  } as const;
  try {
    const { values } = parseArgs({ args: [...argv], options });
    if (values.help) return { help: true };
    const { target = 'all', cut, defect } = values;
    const [kills, seed, families] = [whole(values.kills, FULL), whole(values.seed, 1), whole(values.families, 12)];
    const patience = whole(values.patience, PATIENCE_S);
    if (kills === undefined || seed === undefined || families === undefined || patience === undefined)
      return { problem: '--kills, --seed, --families and --patience are whole numbers.' };
    if (target !== 'all' && !isTarget(target)) return { problem: `There is no target ${target}; there are ${targets.join(', ')} and all.` };
    if (cut !== undefined && !isCut(cut)) return { problem: `There is no cut ${cut}; there are ${cuts.join(', ')}.` };
    return {
      plan: planOf({ kills, seed, families, patience, target, ...(cut !== undefined && { cut }), ...(defect !== undefined && { defect }) }),
    };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

export interface Wish {
  readonly kills: number;
  readonly seed: number;
  readonly families?: number;
  readonly patience?: number;
  readonly target?: Target | 'all';
  readonly cut?: Cut;
  readonly defect?: string;
}

export function planOf({ kills, seed, families = 12, patience = PATIENCE_S, target = 'all', cut, defect }: Wish): TorturePlan {
  const of = (one: Target): number => (target === 'all' ? Math.max(1, Math.round(kills * shares[one])) : target === one ? kills : 0);
  const more = `${cut === undefined ? '' : ` --cut ${cut}`}${defect === undefined ? '' : ` --defect ${defect}`}`;
  return {
    seed,
    families,
    patienceMs: patience * 1_000,
    full: target === 'all' && kills >= FULL,
    kills: { worker: of('worker'), api: of('api'), postgres: of('postgres'), zombie: of('zombie'), cut: of('cut') },
    replay: `npm run torture -- --kills ${kills} --seed ${seed} --target ${target} --families ${families} --patience ${patience}${more}`,
    ...(cut !== undefined && { cut }),
    ...(defect !== undefined && { defect }),
  };
}

function whole(text: string | undefined, otherwise: number): number | undefined {
  const value = text === undefined ? otherwise : Number(text);
  return Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
