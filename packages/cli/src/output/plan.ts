/** A plan as people read it: short, destroys first, what the module will do under each. */
import { type Change, type Json, showPath } from '@ectropy/sdk';
import type { Operation, OperationType, Plan } from '../api/plan.ts';
import { URN } from '../api/urn.ts';
import { oneLine, printable } from '../terminal/printable.ts';
import type { Colour, Style } from '../terminal/style.ts';

const looks = {
  delete: { glyph: '-', colour: 'red', verb: 'to delete' },
  replace: { glyph: '±', colour: 'red', verb: 'to replace' },
  update: { glyph: '~', colour: 'yellow', verb: 'to update' },
  create: { glyph: '+', colour: 'green', verb: 'to create' },
  adopt: { glyph: '<', colour: 'cyan', verb: 'to take over' },
  act: { glyph: '!', colour: 'cyan', verb: 'to act on' },
  noop: { glyph: '=', colour: 'dim', verb: 'unchanged' },
} as const satisfies Record<OperationType, { readonly glyph: string; readonly colour: Colour; readonly verb: string }>;

/** Destroys first. */
const order = Object.keys(looks) as readonly OperationType[];

export interface PlanView {
  readonly style: Style;
  /** Resources of other projects are marked. */
  readonly project: string;
  /** What a URN is called here. */
  readonly title: (urn: string) => string;
  /** Every field of what is created, too. */
  readonly detail: boolean;
}

export function showPlan({ status: { operations, counts } }: Plan, view: PlanView): string {
  const sorted = inTurn(operations);
  const shown = order.flatMap((type) => sorted.filter((operation) => operation.type === type && type !== 'noop'));
  return [...shown.map((operation) => showOperation(operation, view)), headline(counts, view.style), ''].join('\n');
}

/** In the order in which it will happen: what others depend on is made before them and deleted after them. */
const inTurn = (operations: readonly Operation[]): readonly Operation[] => [
  ...dependenciesFirst(operations.filter(({ type }) => type === 'delete')).toReversed(),
  ...dependenciesFirst(operations.filter(({ type }) => type !== 'delete')),
];

function dependenciesFirst(operations: readonly Operation[]): readonly Operation[] {
  const byUrn = new Map(operations.map((operation) => [operation.urn, operation]));
  const sorted = new Set<Operation>();
  const add = (operation: Operation, above: ReadonlySet<Operation>): void => {
    if (sorted.has(operation) || above.has(operation)) return;
    for (const { path, before, after = before } of operation.changes) {
      const need = path[0] === 'dependencies' && typeof after === 'string' ? byUrn.get(after) : undefined;
      if (need) add(need, new Set([...above, operation]));
    }
    sorted.add(operation);
  };
  for (const operation of operations) add(operation, new Set());
  return [...sorted];
}

function headline(counts: Plan['status']['counts'], style: Style): string {
  const said = order.filter((type) => counts[type] > 0).map((type) => style(looks[type].colour, `${counts[type]} ${looks[type].verb}`));
  const nothing = order.every((type) => type === 'noop' || counts[type] === 0);
  return `${style('bold', 'Plan:')} ${nothing ? `nothing to change${counts.noop > 0 ? ` (${counts.noop} unchanged)` : ''}` : said.join(', ')}.`;
}

function showOperation({ type, resource, action, reason, changes, steps }: Operation, { style, project, title, detail }: PlanView): string {
  const { glyph, colour, verb } = looks[type];
  const elsewhere = resource.namespace !== undefined && resource.namespace !== project ? style('dim', ` in ${resource.namespace}`) : '';
  const head = `${style(colour, glyph)} ${style('bold', `${resource.kind}/${resource.name}`)}${elsewhere}${style('dim', ` ${action ?? verb}`)}`;
  const brief = type === 'create' && steps.length > 0 && !detail;
  const isNew = type === 'create' || type === 'adopt';
  const fields = brief || type === 'delete' ? [] : changes.map((change) => `      ${showChange(change, style, { isNew, title })}`);
  return [
    head,
    ...(reason === undefined ? [] : [`      ${oneLine(reason)}`]),
    ...fields,
    ...steps.map((step) => `      ${style('dim', '›')} ${oneLine(step)}`),
    '',
  ].join('\n');
}

interface Naming {
  readonly isNew?: boolean;
  readonly title?: PlanView['title'];
}

const asIs = (urn: string): string => urn;

/** `spec.size: "small" → "large"`. */
export function showChange(
  { path, before, after, unknown, secret, replaces }: Change,
  style: Style,
  { isNew = false, title = asIs }: Naming = {},
): string {
  const where = path.length > 0 ? `${showPath(path)}: ` : '';
  const note = replaces ? style('red', ' (replaces it)') : '';
  if (secret) return `${where}${style('dim', isNew ? '(secret)' : '(secret, changed)')}${note}`;
  const to = unknown
    ? style('dim', '(known after apply)')
    : after === undefined
      ? style('red', '(removed)')
      : style('green', showValue(after, title));
  return before === undefined ? `${where}${to}${note}` : `${where}${style('red', showValue(before, title))} → ${to}${note}`;
}

const MAX_SHOWN = 160;
const IS_URN = new RegExp(`^${URN.source}$`);

function showValue(value: Json, title: PlanView['title']): string {
  const text = typeof value === 'string' && IS_URN.test(value) ? title(value) : JSON.stringify(value);
  return printable(text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}… (${text.length} characters)` : text);
}
