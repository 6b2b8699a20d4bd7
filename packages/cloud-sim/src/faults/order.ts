/** What a fault may say, in one table, and how an order for one is read. */
import { bodyOf } from '../decide/admit.ts';
import { type FieldProblem, refuseInvalid } from '../refusal.ts';

export const effects = ['slow', 'fail', 'refuse', 'lost', 'operation_fails'] as const;

export type FaultEffect = (typeof effects)[number];

export interface FaultOrder {
  readonly effect: FaultEffect;
  readonly method?: string;
  readonly path?: string;
  readonly ms?: number;
  readonly status?: number;
  /** For ever when it is not given. */
  readonly times?: number;
  /** Always when it is not given. */
  readonly rate?: number;
}

interface Rule {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly expected: string;
  readonly isRight: (value: unknown) => boolean;
}

const MAX_WAIT_MS = 600_000;
const methods = ['GET', 'POST', 'PATCH', 'DELETE'];
const isWhole = (value: unknown, least: number, most: number): boolean =>
  Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most;

export const orderRules: Readonly<Record<keyof FaultOrder, Rule>> = {
  effect: {
    schema: { type: 'string', enum: effects },
    expected: `one of ${effects.join(', ')}`,
    isRight: (value) => effects.some((effect) => effect === value),
  },
  method: {
    schema: { type: 'string', enum: methods, description: 'Any when it is not given.' },
    expected: `one of ${methods.join(', ')}`,
    isRight: (value) => methods.some((method) => method === value),
  },
  path: {
    schema: { type: 'string', description: 'Paths that begin so; all of /v1 when it is not given.' },
    expected: 'the beginning of a path, such as /v1/servers',
    isRight: (value) => typeof value === 'string' && /^\/[!-~]{0,255}$/.test(value),
  },
  ms: {
    schema: { type: 'integer', minimum: 0, maximum: MAX_WAIT_MS, default: 500, description: 'How long slow waits.' },
    expected: `a whole number from 0 to ${MAX_WAIT_MS}`,
    isRight: (value) => isWhole(value, 0, MAX_WAIT_MS),
  },
  status: {
    schema: { type: 'integer', minimum: 400, maximum: 599, default: 503, description: 'What fail answers.' },
    expected: 'a whole number from 400 to 599',
    isRight: (value) => isWhole(value, 400, 599),
  },
  times: {
    schema: { type: 'integer', minimum: 1, description: 'How often it strikes; for ever when it is not given.' },
    expected: 'a whole number from 1',
    isRight: (value) => isWhole(value, 1, Number.MAX_SAFE_INTEGER),
  },
  rate: {
    schema: { type: 'number', minimum: 0, maximum: 1, description: 'Which share of the requests it strikes; all when it is not given.' },
    expected: 'a number from 0 to 1',
    isRight: (value) => typeof value === 'number' && value >= 0 && value <= 1,
  },
};

const isField = (field: string): field is keyof FaultOrder => Object.hasOwn(orderRules, field);

export function faultOrder(given: unknown): FaultOrder {
  const body = bodyOf(given);
  const wrong = Object.entries(body).flatMap(([field, value]): readonly FieldProblem[] => {
    if (!isField(field)) return [{ field, message: `A fault has no field ${JSON.stringify(field.slice(0, 64))}.` }];
    return orderRules[field].isRight(value) ? [] : [{ field, message: `${field} must be ${orderRules[field].expected}.` }];
  });
  const missing = Object.hasOwn(body, 'effect')
    ? []
    : [{ field: 'effect', message: `effect is missing; it must be ${orderRules.effect.expected}.` }];
  refuseInvalid([...missing, ...wrong]);
  return { ...body } as unknown as FaultOrder;
}
