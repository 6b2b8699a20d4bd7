import type { Change } from '@ectropy/sdk';
import { showPath } from '@ectropy/sdk';
import type { Millis } from './state.ts';
import type { Urn } from './urn.ts';

export type OperationType = 'delete' | 'replace' | 'update' | 'create' | 'adopt' | 'act' | 'noop';

/** What would happen to one resource. */
export interface Operation {
  readonly type: OperationType;
  readonly urn: Urn;
  /** The action's name, for `act`. */
  readonly action?: string;
  /** Before and after per path, `spec.…`, `labels.…`, `output.…`; secret values left out. */
  readonly changes: readonly Change[];
  /** Why it cannot be done in place, for `replace`. */
  readonly reason?: string;
  /** What the module says that it will do. */
  readonly steps: readonly string[];
  /** What the plan was made from; `null` if the resource did not exist. */
  readonly base: { readonly createdAt: Millis; readonly revision: number } | null;
}

/** Destroys first. */
export const order: readonly OperationType[] = ['delete', 'replace', 'update', 'create', 'adopt', 'act', 'noop'];

export interface PlanSummary {
  readonly counts: Readonly<Record<OperationType, number>>;
  /** For people: the counts in one line, then a line per operation, destroys first. */
  readonly lines: readonly string[];
}

const verbs = {
  delete: 'to delete',
  replace: 'to replace',
  update: 'to update',
  create: 'to create',
  adopt: 'to take over',
  act: 'to act on',
  noop: 'unchanged',
} as const satisfies Record<OperationType, string>;

const glyphs = { delete: '-', replace: '±', update: '~', create: '+', adopt: '<', act: '!', noop: ' ' } as const satisfies Record<
  OperationType,
  string
>;

export function summarise(operations: readonly Operation[]): PlanSummary {
  const counts = Object.fromEntries(
    order.map((type) => [type, operations.filter((operation) => operation.type === type).length]),
  ) as Record<OperationType, number>;
  const headline = order.filter((type) => counts[type] > 0).map((type) => `${counts[type]} ${verbs[type]}`);
  const sorted = [...operations].sort((a, b) => order.indexOf(a.type) - order.indexOf(b.type));
  return { counts, lines: [headline.join(', ') || 'nothing to do', ...sorted.filter(({ type }) => type !== 'noop').flatMap(lines)] };
}

const lines = (operation: Operation): readonly string[] => [
  `${glyphs[operation.type]} ${operation.urn}${operation.action ? ` ${operation.action}` : ''}`,
  ...operation.changes.map((change) => `    ${showChange(change)}`),
  ...(operation.reason === undefined ? [] : [`    because ${operation.reason}`]),
  ...operation.steps.map((step) => `    › ${step}`),
];

/** `replicas: 2 → 5`. */
export function showChange({ path, before, after, unknown, secret, replaces }: Change): string {
  const where = path.length > 0 ? `${showPath(path)}: ` : '';
  const note = replaces ? ' (replaces)' : '';
  if (secret) return `${where}(secret, changed)${note}`;
  const to = unknown ? '(known after apply)' : showValue(after);
  return before === undefined ? `${where}${to}${note}` : `${where}${showValue(before)} → ${to}${note}`;
}

const MAX_SHOWN = 200;

/** Compact JSON, cut at a length that a person still reads. */
export function showValue(value: Change['before']): string {
  if (value === undefined) return '(absent)';
  const text = JSON.stringify(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}… (${text.length} characters)` : text;
}
