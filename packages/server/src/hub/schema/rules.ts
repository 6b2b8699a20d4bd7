/** Rules that a schema cannot say, written in CEL: compiled once, held against a document and against what it was before. */
import { type CelInput, celList, type CelResult, isCelError, parse, plan } from '@bufbuild/cel';
import type { Json, JsonObject, Path, Problem, Rule } from '@ectropy/sdk';
import { children, countOf, type Expr, payable } from './cel/expression.ts';
import { inspect } from './cel/inspect.ts';
import { language } from './cel/language.ts';
import { spend } from './cel/meter.ts';
import { converter, type ToCel } from './cel/value.ts';
import { EACH, type Occurrence, occurrences, type PlacedRule, rulesOf, type SchemaRule, type Step, stepsOf } from './rule-places.ts';
import { type Shape, shapeOf } from './shape.ts';

export interface Rules {
  /** What is wrong with the rules themselves, each with the place where it is written. */
  readonly problems: readonly Problem[];
  /** What is wrong with a document. Rules that speak of `oldSelf` are held only where there is one. */
  check(spec: Json, oldSpec?: Json): Problem[];
}

export interface RuleOptions {
  /** Where the document stands. */
  readonly root?: Path;
  /** What all rules together may cost on one document. */
  readonly budget?: number;
}

const BUDGET = 1_000_000;
const MAX_LENGTH = 4_096;
const MAX_TOTAL = 100_000;
const MAX_PROBLEMS = 100;

/** The kind's own rules, and those inside its schema. */
export function compileRules(rules: readonly Rule[], schema: JsonObject, { root = ['spec'], budget = BUDGET }: RuleOptions = {}): Rules {
  const placed = [
    ...rules.map((rule, i): PlacedRule => ({ rule, steps: stepsOf(rule.path), at: ['rules', i] })),
    ...rulesOf(schema).map((one) => ({ ...one, at: ['schema', ...one.at] })),
  ];
  const total = placed.reduce((sum, { rule }) => sum + rule.rule.length + (rule.messageExpression?.length ?? 0), 0);
  if (total > MAX_TOTAL) return refused(`the rules have more than ${MAX_TOTAL} characters altogether`);
  const shape = placed.length > 0 ? shapeOf(schema, 'ever') : undefined;
  const compiled = placed.map((one) => compileRule(one, shape));
  return {
    problems: compiled.flatMap(({ problems }) => problems).slice(0, MAX_PROBLEMS),
    check: (spec, oldSpec) => {
      if (compiled.length === 0) return [];
      return checkAll(compiled, { value: spec, old: oldSpec, shape, path: root }, budget);
    },
  };
}

const refused = (message: string): Rules => {
  const problem: Problem = { code: 'invalid', path: ['rules'], message, hint: 'use fewer and shorter rules' };
  return { problems: [problem], check: () => [problem] };
};

type Program = (self: CelInput, oldSelf: CelInput | undefined) => CelResult;

interface Compiled extends PlacedRule {
  readonly problems: readonly Problem[];
  readonly program?: Program;
  readonly message?: Program;
  readonly mentionsOld: boolean;
  /** Of one evaluation, apart from its loops. */
  readonly cost: number;
}

function compileRule(placed: PlacedRule, root: Shape | undefined): Compiled {
  const { rule, at, steps } = placed;
  const shape = root && shapeBehind(root, steps);
  const main = compileText(rule.rule, [...at, 'rule'], shape, rule);
  const message =
    rule.messageExpression === undefined ? undefined : compileText(rule.messageExpression, [...at, 'messageExpression'], shape, rule);
  const field = rule.fieldPath === undefined || fieldOf(rule.fieldPath) ? [] : [badField(at)];
  return {
    ...placed,
    problems: [...main.problems, ...(message?.problems ?? []), ...field],
    mentionsOld: main.mentionsOld,
    cost: main.cost,
    ...(main.program && { program: main.program }),
    ...(message?.program && { message: message.program }),
  };
}

/** What the schema says of the place that the steps lead to. */
function shapeBehind(shape: Shape, steps: readonly Step[]): Shape | undefined {
  return steps.reduce<Shape | undefined>((at, step) => {
    if (step === EACH) return at?.item(0) ?? at?.field('');
    return at?.names.includes(step) ? at.field(step) : (at?.item(0)?.field(step) ?? at?.field(step));
  }, shape);
}

interface Text {
  readonly problems: readonly Problem[];
  readonly program?: Program;
  readonly mentionsOld: boolean;
  readonly cost: number;
}

function compileText(text: string, path: Path, shape: Shape | undefined, { optionalOldSelf }: SchemaRule): Text {
  const failed = (message: string): Text => ({
    problems: [{ code: 'invalid', path, message, hint: 'write it in CEL: self.replicas <= 5' }],
    mentionsOld: false,
    cost: 0,
  });
  if (text.trim() === '') return failed('must be an expression');
  if (text.length > MAX_LENGTH) return failed(`is longer than ${MAX_LENGTH} characters (got ${text.length})`);
  try {
    const { expr } = parse(text);
    const names = new Map([
      ['self', shape],
      ['oldSelf', optionalOldSelf ? undefined : shape],
    ] as const);
    const faults = inspect(expr, names);
    if (faults.length > 0)
      return { ...failed(''), problems: faults.map((message) => ({ code: 'invalid', path, message, hint: FAULT_HINT })) };
    const mentionsOld = mentions(expr, 'oldSelf');
    const evaluate = plan(language().env, payable(expr));
    const program: Program = (self, oldSelf) => evaluate({ self, ...(oldSelf !== undefined && { oldSelf }) });
    return { problems: [], mentionsOld, cost: countOf(expr), program };
  } catch (error) {
    return failed(`cannot be compiled: ${reasonOf(error)}`);
  }
}

const FAULT_HINT = 'a rule speaks of self, oldSelf, the fields that the schema declares, and the functions of CEL';

const mentions = (expr: Expr, name: string): boolean =>
  (expr.exprKind.case === 'identExpr' && expr.exprKind.value.name === name) || children(expr).some((child) => mentions(child, name));

/** All rules together pay from one purse; whoever finds it empty is the last. */
function checkAll(rules: readonly Compiled[], document: Occurrence, budget: number): Problem[] {
  const { meter } = language();
  meter.left = budget;
  const toCel = converter();
  const problems: Problem[] = [];
  for (const rule of rules) {
    if (!rule.program) continue;
    for (const place of occurrences(document, rule.steps)) {
      const problem = checkOne(rule, place, toCel);
      if (meter.left < 0) return [...problems, tooExpensive(rule, place)];
      if (problem) problems.push(problem);
      if (problems.length >= MAX_PROBLEMS) return problems;
    }
  }
  return problems;
}

function checkOne(compiled: Compiled, place: Occurrence, toCel: ToCel): Problem | undefined {
  const { rule, program, mentionsOld } = compiled;
  if (!program || (mentionsOld && place.old === undefined && !rule.optionalOldSelf)) return undefined;
  const old = place.old === undefined ? undefined : toCel(place.shape, place.old);
  const self = toCel(place.shape, place.value);
  const oldSelf = rule.optionalOldSelf ? celList(old === undefined ? [] : [old]) : old;
  try {
    spend(language().meter, compiled.cost);
    const result = program(self, oldSelf);
    if (result === true) return undefined;
    if (result === false) return failure(compiled, place, compiled.message?.(self, oldSelf));
    return broken(rule, place, isCelError(result) ? reasonOf(result) : 'it says neither true nor false');
  } catch (error) {
    return broken(rule, place, reasonOf(error));
  }
}

const MAX_MESSAGE = 2_000;
const brief = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text);
const reasonOf = (error: unknown): string => brief((error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' '));

function failure({ rule }: Compiled, { path }: Occurrence, said: CelResult | undefined): Problem {
  const expressed = typeof said === 'string' && said.trim() !== '' && !/[\r\n]/.test(said) ? said.slice(0, MAX_MESSAGE) : undefined;
  const message = expressed ?? rule.message ?? `breaks the rule ${brief(rule.rule)}`;
  return { code: 'invalid', path: [...path, ...(rule.fieldPath === undefined ? [] : (fieldOf(rule.fieldPath) ?? []))], message };
}

const broken = ({ rule }: SchemaRule, { path }: Occurrence, reason: string): Problem => ({
  code: 'invalid',
  path,
  message: `the rule ${brief(rule)} cannot be evaluated: ${reason}`,
});

const tooExpensive = ({ rule }: Compiled, { path }: Occurrence): Problem => ({
  code: 'too_large',
  path,
  message: `is too large for the rule ${brief(rule.rule)}`,
  hint: 'shorten its lists, or give the rule fewer loops',
});

const badField = (at: Path): Problem => ({
  code: 'invalid',
  path: [...at, 'fieldPath'],
  message: 'is not a path to a field',
  hint: "write .name, .name.inner or ['na.me']",
});

/** `.a.b`, `['a.b']`, `[0]`, in any order; `undefined` if it is none. */
function fieldOf(text: string): Path | undefined {
  const parts = [...text.matchAll(/\.([\w$-]+)|\['([^']*)'\]|\["([^"]*)"\]|\[(\d+)\]/g)];
  if (parts.length === 0 || parts.reduce((length, [part]) => length + part.length, 0) !== text.length) return undefined;
  return parts.map(([, name, single, double, index]) => (index === undefined ? (name ?? single ?? double ?? '') : Number(index)));
}
