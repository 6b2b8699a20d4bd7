/** The words in which tests speak to a bed. */
import { type Json, type Problem, ProblemError } from '@ectropy/sdk';
import { expect } from 'vitest';
import { annotations, type Condition, type Resource } from '../../core/resource.ts';
import type { Status } from '../../core/state.ts';
import { formatUrn, type Urn } from '../../core/urn.ts';
import { until } from '../../testing/until.ts';
import type { Caller, Draft, Edit, MutateOptions, Result } from '../app.ts';
import type { Bed } from './bed.ts';

export const both = ['memory', 'postgres'] as const;

export const me: Caller = { actor: 'alice' };

export const urnOf = (kind: string, name: string, project = 'demo'): Urn => formatUrn({ kind, project, name });
export const box = (name: string): Urn => urnOf('box', name);
export const lid = (name: string): Urn => urnOf('lid', name);

type Said = Partial<Draft> & Partial<Pick<Edit, 'mode' | 'expected' | 'reason' | 'project'>>;

/** Declares exactly this: what is not said is empty. */
export function edit(kind: string, name: string, { mode = 'apply', expected, reason, project = 'demo', ...draft }: Said = {}): Edit {
  return {
    kind,
    name,
    project,
    mode,
    ...(expected !== undefined && { expected }),
    ...(reason !== undefined && { reason }),
    declare: () => ({ labels: {}, annotations: {}, dependencies: {}, spec: {}, ...draft }),
  };
}

export async function declare({ app }: Bed, kind: string, name: string, said: Said = {}, options: MutateOptions = {}): Promise<Result> {
  const [result] = await app.apply([edit(kind, name, said)], me, options);
  return result ?? expect.fail('apply was answered with nothing');
}

/** Boxes of these names, in one request. */
export const declareBoxes = ({ app }: Bed, names: readonly string[], said: Said = {}): Promise<readonly Result[]> =>
  app.apply(
    names.map((name) => edit('box', name, said)),
    me,
  );

export const manage = (value: 'full' | 'observe' | 'paused') => ({ [annotations.management.key]: value });
export const onDelete = (value: 'delete' | 'orphan') => ({ [annotations.deletion.key]: value });
export const onDrift = (value: 'correct' | 'report' | 'ignore') => ({ [annotations.drift.key]: value });

/** Why it was refused; the test fails when it was not. */
export async function refused(work: Promise<unknown>): Promise<readonly Problem[]> {
  try {
    await work;
  } catch (error) {
    if (error instanceof ProblemError) return error.problems;
    throw error;
  }
  return expect.fail('it was not refused');
}

/** The sentences of a refusal, with their paths. */
export const sentences = async (work: Promise<unknown>): Promise<readonly string[]> =>
  (await refused(work)).map((problem) => new ProblemError(problem).message);

export const peek = async ({ store }: Bed, urn: Urn): Promise<Resource | undefined> => (await store.load([urn])).resources.get(urn);

/** Waits until the resource has come to this state. */
export const reach = (bed: Bed, urn: Urn, status: Status | 'blocked', timeoutMs = 5_000): Promise<Resource> =>
  until(
    async () => {
      const found = await peek(bed, urn);
      return found && isAt(found, status) ? found : undefined;
    },
    { what: `${urn} at ${status}`, timeoutMs },
  );

const isAt = ({ state }: Resource, status: Status | 'blocked'): boolean =>
  status === 'blocked' ? state.status === 'pending' && state.blockedBy !== undefined : state.status === status;

export const vanish = (bed: Bed, urn: Urn): Promise<true> =>
  until(async () => ((await peek(bed, urn)) === undefined ? true : undefined), { what: `the end of ${urn}` });

/** Declares and waits until it is ready. */
export async function make(bed: Bed, kind: string, name: string, said: Said = {}): Promise<Resource> {
  const { resource } = await declare(bed, kind, name, said);
  return reach(bed, resource.urn, 'ready');
}

export const outputOf = ({ state }: Resource): Json => (state.status === 'gone' ? null : state.output);

export const condition = ({ conditions }: Resource, type: Condition['type']): Condition | undefined =>
  conditions.find((one) => one.type === type);

export const reasons = async ({ store }: Bed, urn: Urn): Promise<readonly string[]> =>
  (await store.events({ urn, limit: 100 })).map(({ reason }) => reason).toReversed();

/** Everything that a change would leave behind; equal before and after means that nothing was written. */
export async function traces({ store, world }: Bed, urn: Urn): Promise<unknown> {
  const { resources } = await store.load([urn]);
  return {
    version: await store.version(),
    resource: resources.get(urn),
    revisions: await store.revisions(urn),
    events: await store.events({ limit: 1_000 }),
    dueMs: (await store.nextDueMs()) === undefined,
    effects: [...world.effects],
    calls: world.calls.length,
    things: new Map(world.things),
  };
}
