import { isDeepStrictEqual } from 'node:util';
import { type Change, type Intent, type Json, type JsonObject, type Plan, type Problem, refuse, type Subject } from '@ectropy/sdk';
import { commonFaults } from './faults.ts';
import type { CloudMemo } from './memo.ts';
import { nameOf } from './name.ts';
import { bondTo, type CommonSpec, idOf, wordIn } from './spec.ts';

export type CloudPlan<Spec> = Plan<Spec, CloudMemo>;

/** What the plans of one kind have to know. */
export interface Planning<Spec extends CommonSpec> {
  readonly noun: string;
  /** Fields that cannot change, besides the name. */
  readonly fixed: readonly (keyof Spec & string)[];
  /** The dependency that it stands in or is attached to, and whether it can go to another one in place. */
  readonly link?: { readonly key: string; readonly movable: boolean };
  /** Outputs that only apply will tell. */
  readonly unknown: readonly string[];
  /** A few words about what is declared. */
  words(spec: Spec): string;
  /** All that is wrong with a spec by itself. */
  faults?(spec: Spec): readonly Problem[];
  /** Why one cannot become the other. */
  obstacles?(wanted: Spec, now: Spec): readonly Problem[];
}

export function planWith<Spec extends CommonSpec & JsonObject>(
  planning: Planning<Spec>,
  subject: Subject<Spec>,
  intent: Intent<Spec>,
): CloudPlan<Spec> {
  switch (intent.type) {
    case 'create':
      return refused(faultsOf(planning, intent.spec)) ?? create(planning, subject, intent.spec);
    case 'update':
      return update(planning, subject, intent.spec);
    case 'correct':
      return intent.missing ? create(planning, subject, subject.spec) : correct(planning, subject, intent.drift);
    case 'adopt':
      return adopt(planning, subject, intent);
    case 'delete':
      return {
        type: 'change',
        spec: subject.spec,
        memo: { todo: 'remove', ...idIn(subject.output) },
        summary: [`delete ${called(planning, subject, subject.spec)}`],
      };
    case 'act':
      return refuse({ code: 'unsupported', message: `a ${planning.noun} has no action ${intent.action}` });
  }
}

const faultsOf = <Spec extends CommonSpec>({ faults }: Planning<Spec>, spec: Spec): readonly Problem[] => [
  ...commonFaults(spec),
  ...(faults?.(spec) ?? []),
];

const refused = ([first, ...more]: readonly Problem[]): ReturnType<typeof refuse> | undefined =>
  first ? refuse(first, ...more) : undefined;

const idIn = (output: Json): { readonly id?: string } => {
  const id = idOf({ output });
  return id === undefined ? {} : { id };
};

const called = <Spec extends CommonSpec>({ noun }: Planning<Spec>, subject: Subject<Spec>, spec: Spec): string =>
  `${noun} ${nameOf(subject, spec)}`;

function create<Spec extends CommonSpec>(planning: Planning<Spec>, subject: Subject<Spec>, spec: Spec): CloudPlan<Spec> {
  const summary = [`create ${called(planning, subject, spec)}: ${planning.words(spec)}`];
  return { type: 'change', spec, memo: { todo: 'create' }, summary, unknown: planning.unknown.map((field) => ['output', field]) };
}

function update<Spec extends CommonSpec>(planning: Planning<Spec>, subject: Subject<Spec>, spec: Spec): CloudPlan<Spec> {
  const { spec: now, output } = subject;
  const faults = faultsOf(planning, spec);
  const field = faults.length > 0 ? undefined : fixedDifference(planning, subject, spec, now);
  if (field !== undefined) return { type: 'replace', spec, reason: `a ${planning.noun} cannot change its ${field} in place` };
  const no = refused([...faults, ...(planning.obstacles?.(spec, now) ?? [])]);
  if (no) return no;
  return relate(planning, subject, spec, output, isDeepStrictEqual(whole(subject, spec), whole(subject, now)));
}

/** Its own fields fit: what remains is whether it stands where it should. */
function relate<Spec extends CommonSpec>(
  planning: Planning<Spec>,
  subject: Subject<Spec>,
  spec: Spec,
  output: Json,
  settled: boolean,
): CloudPlan<Spec> {
  const { link, noun } = planning;
  const place = placeOf(planning, subject, output);
  if (place === 'same' && settled) return { type: 'noop' };
  const memo = { todo: 'look', ...idIn(output) } as const;
  if (!link || place === 'same') return { type: 'change', spec, memo };
  if (link.movable) return { type: 'change', spec, memo, summary: [moving(subject, link.key)] };
  if (place === 'other') return { type: 'replace', spec, reason: `a ${noun} cannot move to another ${link.key} in place` };
  return { type: 'change', spec, memo: { ...memo, renew: true }, summary: [`made anew if its ${link.key} turns out to be another one`] };
}

const moving = ({ needs }: Pick<Subject, 'needs'>, key: string): string =>
  Object.hasOwn(needs, key) ? `attach to ${key} ${needs[key]?.name}` : `detach from its ${key}`;

function placeOf<Spec extends CommonSpec>({ link }: Planning<Spec>, subject: Subject<Spec>, output: Json): 'same' | 'other' | 'unknown' {
  if (!link) return 'same';
  const bond = bondTo(subject, link.key);
  if (bond.type === 'unknown' || idOf({ output }) === undefined) return 'unknown';
  return wordIn(output, link.key) === (bond.type === 'known' ? bond.id : undefined) ? 'same' : 'other';
}

/** A spec with what it leaves open. */
const whole = <Spec extends CommonSpec>(subject: Subject<Spec>, spec: Spec): unknown => ({
  ...spec,
  name: nameOf(subject, spec),
  labels: { ...spec.labels },
});

function fixedDifference<Spec extends CommonSpec>(
  { fixed }: Planning<Spec>,
  subject: Subject<Spec>,
  one: Spec,
  other: Spec,
): string | undefined {
  if (nameOf(subject, one) !== nameOf(subject, other)) return 'name';
  return fixed.find((field) => !isDeepStrictEqual(one[field], other[field]));
}

function correct<Spec extends CommonSpec & JsonObject>(
  planning: Planning<Spec>,
  subject: Subject<Spec>,
  drift: readonly Change[],
): CloudPlan<Spec> {
  const { spec, output } = subject;
  const { fixed, link, noun, obstacles } = planning;
  const found = Object.fromEntries(
    drift.flatMap(({ path: [field, ...below], after }) => (after === undefined || below.length > 0 ? [] : [[String(field), after]])),
  );
  const no = refused(obstacles?.(spec, { ...spec, ...found }) ?? []);
  if (no) return no;
  const settled: readonly string[] = [...fixed, ...(link && !link.movable ? [link.key] : [])];
  const lost = settled.find((field) => Object.hasOwn(found, field));
  if (lost !== undefined) return { type: 'replace', spec, reason: `a ${noun} cannot change its ${lost} in place` };
  return { type: 'change', spec, memo: { todo: 'look', ...idIn(output) } };
}

function adopt<Spec extends CommonSpec>(
  planning: Planning<Spec>,
  subject: Subject<Spec>,
  { spec, found }: Extract<Intent<Spec>, { type: 'adopt' }>,
): CloudPlan<Spec> {
  const { link, noun } = planning;
  const field = fixedDifference(planning, subject, spec, found.spec);
  const elsewhere = link && !link.movable && placeOf(planning, subject, found.output) === 'other';
  const no = refused([
    ...faultsOf(planning, spec),
    ...(field === undefined
      ? []
      : [unlike(['spec', field], field === 'name' ? nameOf(subject, found.spec) : found.spec[field as keyof Spec])]),
    ...(elsewhere ? [unlike(['dependencies', link.key], `the ${link.key} whose id is ${wordIn(found.output, link.key)}`)] : []),
    ...(planning.obstacles?.(spec, found.spec) ?? []),
  ]);
  if (no) return no;
  const plan = relate(planning, subject, spec, found.output, isDeepStrictEqual(whole(subject, spec), whole(subject, found.spec)));
  return plan.type === 'replace' ? refuse({ code: 'invalid', message: `this ${noun} cannot be taken over: ${plan.reason}` }) : plan;
}

const unlike = (path: readonly string[], found: unknown): Problem => ({
  code: 'invalid',
  path,
  message: `must be ${typeof found === 'string' ? found : JSON.stringify(found)}, which is what was found`,
  hint: 'it cannot be changed in place',
});
