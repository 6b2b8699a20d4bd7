/** A plan says what applying it then does, no more and no less; what is out of date is refused. */
import { ProblemError, type Change, type Json } from '@ectropy/sdk';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { App, Caller, PlanRequest, SavedPlan } from '../../src/app/app.ts';
import { openBed } from '../../src/app/testing/bed.ts';
import { diffDeclared } from '../../src/core/operation.ts';
import type { Resource } from '../../src/core/resource.ts';
import { parseUrn, type Urn } from '../../src/core/urn.ts';
import { performAt, PROJECT, urnOf } from './app-client.ts';
import { check, HOURS } from './check.ts';
import { sayable, stranger, tongues, type Wish, wishes } from './program.ts';
import { modules } from './tally.ts';

const me: Caller = { actor: 'alice' };
const names = ['tally/a', 'tally/b', 'gauge/c'];
const wish = wishes(names, tongues.app);

const requestOf = ({ name, verb, spec, labels, on }: Wish): PlanRequest => {
  if (verb === 'delete') return { type: 'remove', remove: { urn: urnOf(name) } };
  const [kind = '', short = ''] = name.split('/');
  const dependencies: Record<string, string> = on === null ? {} : { on: urnOf(on) };
  const declare = () => ({ spec: spec as Json, labels, annotations: {}, dependencies });
  return { type: 'apply', edit: { kind, project: PROJECT, name: short, mode: 'apply', declare } };
};

const urnIn = (request: PlanRequest): Urn =>
  request.type === 'apply'
    ? urnOf(`${request.edit.kind}/${request.edit.name}`)
    : request.type === 'act'
      ? request.act.urn
      : request.remove.urn;

const read = async (app: App, urns: readonly Urn[]): Promise<ReadonlyMap<Urn, Resource | undefined>> =>
  new Map(await Promise.all(urns.map(async (urn) => [urn, await app.get(urn, me).catch(() => undefined)] as const)));

const codeOf = (error: unknown): string => (error instanceof ProblemError ? error.problem.code : String(error));

/** What there is to tell of a difference, except for what only apply can know. */
const told = (changes: readonly Change[]): readonly Change[] => changes.filter(({ unknown }) => !unknown);

const kindOf = (urn: Urn) => (modules.find(({ kind }) => kind.name === parseUrn(urn)?.kind) as (typeof modules)[number]).kind;

/** What stays of what is declared: a resource on its way out is as good as gone. */
const staying = (resource: Resource | undefined): Resource | undefined =>
  resource?.deletionRequestedAt === undefined ? resource : undefined;

function faithful(
  { operations }: SavedPlan,
  before: ReadonlyMap<Urn, Resource | undefined>,
  after: ReadonlyMap<Urn, Resource | undefined>,
): void {
  for (const { urn, type, changes } of operations) {
    const [was, is] = [before.get(urn), after.get(urn)];
    if (type === 'noop') expect(is).toStrictEqual(was);
    else expect(told(changes)).toEqual(diffDeclared(staying(was), staying(is), kindOf(urn)));
    expect(type === 'create').toBe(was === undefined && type !== 'noop');
    expect(type === 'delete').toBe(was !== undefined && staying(is) === undefined && staying(was) !== undefined);
  }
}

async function play(
  store: 'memory' | 'postgres',
  past: readonly Wish[],
  asked: readonly Wish[],
  meddling: Wish | undefined,
): Promise<void> {
  await using bed = await openBed({ store, modules: () => modules });
  const { app } = bed;
  const known = stranger([]);
  for (const [i, one] of past.entries()) {
    const op = sayable({ ...one, insists: true, keyed: false }, known, tongues.app, `${i}`);
    if (op) await performAt(app, op);
  }
  const requests = asked.map(requestOf);
  const urns = requests.map(urnIn);
  const before = await read(app, urns);
  const version = await bed.store.version();
  const plan = await app.plan(requests, me).catch(codeOf);
  expect(await bed.store.version()).toBe(version); // L5: a plan changes nothing
  if (typeof plan === 'string') return refusedAlike(app, requests, plan);

  const op = meddling && sayable({ ...meddling, keyed: false }, known, tongues.app, 'x');
  if (op) await performAt(app, op);
  const between = await read(app, urns);
  const moved = urns.some((urn) => isMoved(before.get(urn), between.get(urn)));
  const applied = await app.applyPlan(plan.id, me).catch(codeOf);
  if (moved) expect(applied).toBe('conflict');
  else if (!op) expect(applied).not.toBeTypeOf('string');
  const after = await read(app, urns);
  if (typeof applied === 'string') expect(after).toStrictEqual(between);
  else {
    faithful(plan, between, after);
    await settledThen(app, requests, after);
  }
}

const isMoved = (a: Resource | undefined, b: Resource | undefined): boolean =>
  a?.uid !== b?.uid || a?.revision !== b?.revision || (a?.deletionRequestedAt === undefined) !== (b?.deletionRequestedAt === undefined);

/** L5: a plan is refused where applying is, and for the same reason. */
async function refusedAlike(app: App, requests: readonly PlanRequest[], code: string): Promise<void> {
  const edits = requests.flatMap((request) => (request.type === 'apply' ? [request.edit] : []));
  if (edits.length === requests.length) expect(await app.apply(edits, me).catch(codeOf)).toBe(code);
}

/** L7: what was applied is planned as nothing, and applied again changes nothing. */
async function settledThen(app: App, requests: readonly PlanRequest[], after: ReadonlyMap<Urn, Resource | undefined>): Promise<void> {
  const edits = requests.flatMap((request) => (request.type === 'apply' ? [request.edit] : []));
  if (edits.length === 0) return;
  const again = await app.plan(
    edits.map((edit) => ({ type: 'apply', edit }) as const),
    me,
  );
  expect(again.operations.map(({ type, changes }) => ({ type, changes }))).toEqual(edits.map(() => ({ type: 'noop', changes: [] })));
  await app.apply(edits, me);
  expect(await read(app, [...after.keys()])).toStrictEqual(after);
}

describe.each([
  ['memory', 250],
  ['postgres', 12],
] as const)('a plan on %s', (store, runs) => {
  test(
    'is what applying it does, once; is refused when it is out of date; and then there is nothing to do (L5, L7)',
    { timeout: HOURS },
    () =>
      check(
        531,
        runs,
        fc.asyncProperty(
          fc.array(wish, { maxLength: 8 }),
          fc.uniqueArray(wish, { selector: ({ name }) => name, minLength: 1, maxLength: 3 }),
          fc.option(wish, { nil: undefined }),
          (past, asked, meddling) => play(store, past, asked, meddling),
        ),
      ),
  );
});
