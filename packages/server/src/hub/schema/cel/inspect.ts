/** What is wrong with an expression before any document comes: names, functions, fields, patterns and loops. */
import type { Shape } from '../shape.ts';
import { own } from '../subschemas.ts';
import { patternFault } from '../pattern.ts';
import { children, type Expr, loopDepth } from './expression.ts';
import { language } from './language.ts';
import { escapedName } from './names.ts';

const MAX_LOOP_DEPTH = 3;
const TYPES = new Set(['int', 'uint', 'double', 'bool', 'string', 'bytes', 'list', 'map', 'null_type', 'type', 'google']);
/** What the evaluator does itself, without a function of that name. */
const OPERATORS = new Set(['_[_]', '_?_:_', '_&&_', '_||_', '@not_strictly_false']);
const PATTERNED = new Set(['matches', 'find', 'findAll']);

/** The names in reach, each with what is known of its value. */
type Names = ReadonlyMap<string, Shape | undefined>;

/** Faults as sentences. */
export function inspect(expr: Expr, names: Names): readonly string[] {
  const deep = loopDepth(expr) > MAX_LOOP_DEPTH ? [`has loops in loops more than ${MAX_LOOP_DEPTH} deep`] : [];
  return [...deep, ...new Set(faults(expr, names))];
}

function faults(expr: Expr, names: Names): readonly string[] {
  const { exprKind } = expr;
  if (exprKind.case === 'comprehensionExpr') return loopFaults(expr, names);
  const inner = children(expr).flatMap((child) => faults(child, names));
  switch (exprKind.case) {
    case 'identExpr':
      return names.has(exprKind.value.name) || TYPES.has(exprKind.value.name)
        ? inner
        : [...inner, `does not know '${exprKind.value.name}'`];
    case 'callExpr':
      return callFaults(expr, names) ?? inner;
    case 'selectExpr':
      return [...inner, ...fieldFaults(exprKind.value, names)];
    default:
      return inner;
  }
}

function loopFaults(expr: Expr, names: Names): readonly string[] {
  if (expr.exprKind.case !== 'comprehensionExpr') return [];
  const { iterVar, accuVar, iterRange } = expr.exprKind.value;
  const range = iterRange && shapeOfExpr(iterRange, names);
  const within = new Map([...names, [iterVar, range?.item(0)], [accuVar, undefined]]);
  return children(expr).flatMap((child) => faults(child, child === iterRange ? names : within));
}

/** `undefined`: nothing but what may be wrong with its parts. */
function callFaults({ exprKind }: Expr, names: Names): readonly string[] | undefined {
  if (exprKind.case !== 'callExpr') return undefined;
  const { function: name, target, args } = exprKind.value;
  const qualified = target?.exprKind.case === 'identExpr' ? `${target.exprKind.value.name}.${name}` : undefined;
  const { funcs } = language().env;
  if (qualified !== undefined && funcs.find(qualified)) return args.flatMap((arg) => faults(arg, names));
  if (!OPERATORS.has(name) && !funcs.find(name)) return [`does not know the function '${name}'`];
  const pattern = args.at(target ? 0 : 1);
  const text = pattern?.exprKind.case === 'constExpr' ? pattern.exprKind.value.constantKind : undefined;
  if (!PATTERNED.has(name) || text?.case !== 'stringValue') return undefined;
  const fault = patternFault(text.value);
  return fault === undefined ? undefined : [`has a pattern that ${fault}`];
}

function fieldFaults({ operand, field }: { readonly operand?: Expr | undefined; readonly field: string }, names: Names): readonly string[] {
  const shape = operand && shapeOfExpr(operand, names);
  if (!shape || !isClosed(shape) || fieldOf(shape, field) !== undefined || shape.names.some((name) => nameMatches(name, field))) return [];
  return [`does not know the field '${field}'`];
}

/** A schema that names its fields and nothing else: a rule can speak of those only. */
const isClosed = ({ layers, names }: Shape): boolean =>
  names.length > 0 && !layers.some((layer) => OPEN.some((keyword) => Object.hasOwn(layer, keyword) && own(layer, keyword) !== false));
const OPEN = ['additionalProperties', 'patternProperties', 'x-kubernetes-preserve-unknown-fields', 'anyOf', 'oneOf', 'if'];

const nameMatches = (name: string, field: string): boolean => name === field || escapedName(name) === field;

const fieldOf = (shape: Shape, field: string): Shape | undefined =>
  shape.field(shape.names.find((name) => nameMatches(name, field)) ?? field);

/** What the schema says about the value of an expression, where that can be told. */
function shapeOfExpr({ exprKind }: Expr, names: Names): Shape | undefined {
  if (exprKind.case === 'identExpr') return names.get(exprKind.value.name);
  if (exprKind.case === 'selectExpr') {
    const operand = exprKind.value.operand && shapeOfExpr(exprKind.value.operand, names);
    return operand && fieldOf(operand, exprKind.value.field);
  }
  if (exprKind.case !== 'callExpr' || exprKind.value.function !== '_[_]') return undefined;
  const [list] = exprKind.value.args;
  return list && shapeOfExpr(list, names)?.item(0);
}
