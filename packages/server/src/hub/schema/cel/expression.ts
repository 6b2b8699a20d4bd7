/** Expressions as trees: walking them, and making their loops payable. */
import type { parse } from '@bufbuild/cel';

export type Expr = ReturnType<typeof parse>['expr'];
type Comprehension = Extract<Expr['exprKind'], { case: 'comprehensionExpr' }>['value'];

/** The expressions directly inside one. */
export function children({ exprKind }: Expr): readonly Expr[] {
  const present = (all: readonly (Expr | undefined)[]): readonly Expr[] => all.filter((one) => one !== undefined);
  switch (exprKind.case) {
    case 'callExpr':
      return present([exprKind.value.target, ...exprKind.value.args]);
    case 'selectExpr':
      return present([exprKind.value.operand]);
    case 'listExpr':
      return exprKind.value.elements;
    case 'structExpr':
      return present(
        exprKind.value.entries.flatMap(({ keyKind, value }) => [keyKind.case === 'mapKey' ? keyKind.value : undefined, value]),
      );
    case 'comprehensionExpr': {
      const { iterRange, accuInit, loopCondition, loopStep, result } = exprKind.value;
      return present([iterRange, accuInit, loopCondition, loopStep, result]);
    }
    default:
      return [];
  }
}

export const countOf = (expr: Expr): number => children(expr).reduce((sum, child) => sum + countOf(child), 1);

/** How deep loops stand in loops. What a loop goes over is outside of it. */
export function loopDepth(expr: Expr): number {
  const deepest = (all: readonly Expr[]): number => Math.max(0, ...all.map(loopDepth));
  if (expr.exprKind.case !== 'comprehensionExpr') return deepest(children(expr));
  const { iterRange } = expr.exprKind.value;
  return Math.max(iterRange ? loopDepth(iterRange) : 0, 1 + deepest(children(expr).filter((child) => child !== iterRange)));
}

/** Every loop pays for its range before it begins, and collects in place instead of copying what it has at every turn. Changes the tree. */
export function payable(expr: Expr): Expr {
  for (const child of children(expr)) payable(child);
  if (expr.exprKind.case === 'comprehensionExpr') payLoop(expr.exprKind.value, expr.id);
  return expr;
}

function payLoop(loop: Comprehension, id: bigint): void {
  const { iterRange, loopStep, accuInit, accuVar } = loop;
  if (!iterRange || !loopStep) return;
  loop.iterRange = callOf(id, '@range', [iterRange, intOf(id, countOf(loopStep))]);
  if (accuInit?.exprKind.case !== 'listExpr') return;
  loop.accuInit = callOf(id, '@list', []);
  collectInPlace(loopStep, accuVar);
}

function collectInPlace(step: Expr, accuVar: string): void {
  if (step.exprKind.case !== 'callExpr') return;
  const { function: name, args } = step.exprKind.value;
  if (name === '_?_:_' && args[1]) return collectInPlace(args[1], accuVar);
  const [collected, added] = args;
  const item = added?.exprKind.case === 'listExpr' ? added.exprKind.value.elements[0] : undefined;
  if (name !== '_+_' || !item || collected?.exprKind.case !== 'identExpr' || collected.exprKind.value.name !== accuVar) return;
  step.exprKind = callOf(step.id, '@append', [collected, item]).exprKind;
}

const callOf = (id: bigint, name: string, args: Expr[]): Expr => ({
  $typeName: 'cel.expr.Expr',
  id,
  exprKind: { case: 'callExpr', value: { $typeName: 'cel.expr.Expr.Call', function: name, args } },
});

const intOf = (id: bigint, value: number): Expr => ({
  $typeName: 'cel.expr.Expr',
  id,
  exprKind: {
    case: 'constExpr',
    value: { $typeName: 'cel.expr.Constant', constantKind: { case: 'int64Value', value: BigInt(value) } },
  },
});
