/**
 * What the API promises about what is declared, as simply as it can be said: a map from names to declarations. A name is
 * `KIND/NAME`; a `tally` is complete once it is stored, a `gauge` is pending until somebody works.
 */
import { isDeepStrictEqual as same } from 'node:util';
import type { ProblemCode } from '@ectropy/sdk';
import type { Tally } from './tally.ts';

export interface Declared {
  readonly spec: Tally;
  readonly labels: Readonly<Record<string, string>>;
  /** The name of what it depends on. */
  readonly on: string | null;
  readonly paused: boolean;
}

export interface Row extends Declared {
  readonly generation: number;
  /** Revision 1, 2, … of this life. */
  readonly past: readonly Declared[];
  readonly status: 'ready' | 'pending' | 'failed';
  readonly deleting: boolean;
  /** As the last answer told; `?` when it has moved since and nobody has looked. */
  readonly version: string;
}

export type Op = { readonly name: string; readonly key?: string; readonly expected?: string } & (
  | { readonly verb: 'get' | 'delete' | 'pause' | 'resume' | 'retry' | 'cancel' }
  | { readonly verb: 'create' | 'update' | 'apply'; readonly spec: Tally; readonly labels: Declared['labels']; readonly on: string | null }
  /** Another spec, and labels laid over those that are there; an empty one removes its key. `settled`: refused while work is under way. */
  | { readonly verb: 'merge'; readonly spec: Tally; readonly labels: Declared['labels']; readonly settled?: true }
  | { readonly verb: 'add'; readonly by: number }
  | { readonly verb: 'rollback'; readonly to: number }
);

/** What a door tells: at least the code, and of the row what it has words for. */
export interface Answer extends Partial<Omit<Row, 'past'>> {
  readonly code: 'ok' | ProblemCode;
  readonly revision?: number;
  /** The status of an HTTP answer: told again with the same key, and otherwise the door's own matter. */
  readonly http?: number;
}

export interface World {
  readonly rows: Readonly<Record<string, Row>>;
  /** By idempotency key. */
  readonly answers: Readonly<Record<string, Answer>>;
}

export const nothing: World = { rows: {}, answers: {} };

/** The row as it is afterwards, `gone`, or why not. */
export function perform({ rows }: World, op: Op): Row | 'gone' | ProblemCode {
  const row = rows[op.name];
  if (op.verb === 'create' && row) return 'exists';
  if (!row && op.verb !== 'create' && op.verb !== 'apply') return 'not_found';
  if (op.expected !== undefined && op.expected !== row?.version) return 'conflict';
  if ('on' in op) return declare(rows, row, op.name, { ...op, paused: false });
  return row ? change(rows, row, op) : 'not_found';
}

function change(rows: World['rows'], row: Row, op: Exclude<Op, { on: string | null }>): Row | 'gone' | ProblemCode {
  switch (op.verb) {
    case 'get':
      return row;
    case 'merge':
      if (op.settled && row.status === 'pending') return 'invalid';
      return declare(rows, row, op.name, { ...row, spec: op.spec, labels: merged(row.labels, op.labels) });
    case 'pause':
    case 'resume':
      return declare(rows, row, op.name, { ...row, paused: op.verb === 'pause' });
    case 'rollback':
      return op.to > row.past.length
        ? 'not_found'
        : declare(rows, row, op.name, { ...(row.past[op.to - 1] as Declared), paused: row.paused });
    case 'add':
      if (row.deleting || row.status === 'pending') return row.deleting ? 'conflict' : 'invalid';
      return revise(row, op.name, { ...row, spec: { ...row.spec, n: row.spec.n + op.by } }, op.by !== 0, true);
    case 'delete':
      return remove(rows, row, op.name);
    case 'retry':
      return row.status === 'ready' ? row : { ...row, status: 'pending' };
    case 'cancel':
      return row.deleting || row.status !== 'pending' ? 'conflict' : { ...row, status: 'failed' };
  }
}

const merged = (old: Declared['labels'], added: Declared['labels']): Declared['labels'] =>
  Object.fromEntries(Object.entries({ ...old, ...added }).filter(([, value]) => value !== ''));

function declare(rows: World['rows'], row: Row | undefined, name: string, { spec, labels, on, paused }: Declared): Row | ProblemCode {
  const wanted = { spec, labels, on, paused };
  const target = on === null ? undefined : rows[on];
  const linked = on === (row?.on ?? null);
  if (on !== null && !linked && (!target || target.deleting || reaches(rows, on, name))) return 'invalid';
  if (!row)
    return { ...wanted, generation: 1, past: [wanted], status: isWorked(name) ? 'pending' : 'ready', deleting: false, version: '?' };
  const respec = !same(spec, row.spec);
  if (row.deleting && (respec || !linked || paused === row.paused)) return 'conflict';
  const { spec: _, labels: __, on: ___, paused: ____, ...rest } = row;
  if (same({ ...wanted, ...rest }, { ...row })) return row;
  return revise(row, name, wanted, respec || !linked, respec || (!linked && row.status !== 'ready'));
}

const reaches = (rows: World['rows'], from: string | null, to: string): boolean =>
  from === to || (from !== null && reaches(rows, rows[from]?.on ?? null, to));

function revise(row: Row, name: string, { spec, labels, on, paused }: Declared, regenerate: boolean, work: boolean): Row {
  const wanted = { spec, labels, on, paused };
  const status = work ? (isWorked(name) ? 'pending' : 'ready') : row.status;
  return { ...row, ...wanted, generation: row.generation + (regenerate ? 1 : 0), past: [...row.past, wanted], status };
}

function remove(rows: World['rows'], row: Row, name: string): Row | 'gone' | ProblemCode {
  if (row.deleting) return row;
  const users = Object.values(rows).filter(({ on }) => on === name);
  if (users.some(({ deleting }) => !deleting)) return 'conflict';
  const later = isWorked(name) || users.length > 0 || row.paused || row.status === 'pending';
  return later ? { ...row, deleting: true, status: 'pending' } : 'gone';
}

const isWorked = (name: string): boolean => name.startsWith('gauge/');

export const isRefused = (world: World, op: Op): boolean => {
  const after = perform(world, op);
  return typeof after === 'string' && after !== 'gone' && world.answers[op.key ?? ''] === undefined;
};

/** The world after an operation that was answered so; `undefined`: it cannot have been. */
export function step(world: World, op: Op, answer: Answer): World | undefined {
  const known = op.key === undefined ? undefined : world.answers[op.key];
  if (known) return same(known, answer) ? world : undefined; // L1: the same key gives the same answer
  const after = perform(world, op);
  if (typeof after === 'string' && after !== 'gone') return answer.code === after ? world : undefined;
  const row = world.rows[op.name];
  if (answer.code !== 'ok' || (after !== 'gone' && !agrees(after, row, answer, op))) return undefined;
  const answers = op.key === undefined ? world.answers : { ...world.answers, [op.key]: answer };
  if (after === row && answer.version === undefined) return { ...world, answers };
  const { [op.name]: _, ...others } = world.rows;
  return { answers, rows: after === 'gone' ? others : { ...others, [op.name]: { ...after, version: answer.version ?? '?' } } };
}

/** L7: what changes nothing has no new version, and what changes something has. */
function agrees(after: Row, before: Row | undefined, answer: Answer, { verb }: Op): boolean {
  const { code: _, http: __, version, revision, ...told } = answer;
  const known = before !== undefined && before.version !== '?' && version !== undefined && verb !== 'retry'; // a retry moves a date, or does not
  if (known && (after === before) !== (version === before.version)) return false;
  if (revision !== undefined && revision !== after.past.length) return false;
  return Object.entries(told).every(([field, value]) => same(value, after[field as keyof Row]));
}

/** What may happen by itself where somebody works: what is on its way out goes, what is pending becomes ready. A step that is `underWay` ends in spite of a pause. */
export function drifts(world: World, underWay = false): readonly World[] {
  return Object.entries(world.rows).flatMap(([name, row]): World[] => {
    const { [name]: _, ...others } = world.rows;
    if ((row.paused && !underWay) || row.status !== 'pending') return [];
    if (row.deleting) return Object.values(others).some(({ on }) => on === name) ? [] : [{ ...world, rows: others }];
    const target = row.on === null ? undefined : world.rows[row.on];
    const usable = row.on === null || (target?.status === 'ready' && !target.deleting);
    return usable ? [{ ...world, rows: { ...others, [name]: { ...row, status: 'ready', version: '?' } } }] : [];
  });
}

/** The world when everybody who works has done all there is to do. */
export function settled(world: World): World {
  const [next] = drifts(world);
  return next ? settled(next) : world;
}
