/** The circumstances of a decision, with defaults: only what a test is about has to be said. */
import type { Intent, Json, JsonObject, Kind, Module, Plan, Subject } from '@ectropy/sdk';
import { aResource, ready } from '../../testing/builders.ts';
import type { Moment, Policy } from '../decide.ts';
import { same } from '../diff.ts';
import type { Setting } from '../propose.ts';
import type { Declared, Resource } from '../resource.ts';

export const NOW = Date.UTC(2026, 5, 1);

export const policy: Policy = { maxAttempts: 4, retryBaseMs: 1_000, retryMaxMs: 60_000, blockedMs: 30_000, recheckMs: 300_000 };

/** The same policy for a kind that cannot be looked at. */
export const { recheckMs: _, ...blind } = policy;

export const moment = (overrides: Partial<Moment> = {}): Moment => ({ policy, now: NOW, roll: 0, ...overrides });

export type Planner = (subject: Subject, intent: Intent) => Plan;

const change = (spec: Json, todo: string): Plan => ({ type: 'change', spec, memo: { todo }, summary: [`will ${todo}`] });

/** A well-behaved module: every change needs a step, an update that changes nothing is a noop. */
export const plain: Planner = ({ spec }, intent) => {
  switch (intent.type) {
    case 'create':
    case 'adopt':
      return change(intent.spec, intent.type);
    case 'update':
      return same(intent.spec, spec) ? { type: 'noop' } : change(intent.spec, 'update');
    case 'act':
    case 'correct':
    case 'delete':
      return change(spec, intent.type);
  }
};

export function aModule({
  kind = {},
  plan = plain,
  isBlind = false,
}: { readonly kind?: Partial<Kind>; readonly plan?: Planner; readonly isBlind?: boolean } = {}): Module {
  return {
    kind: { name: 'file', description: 'A thing.', schema: {}, ...kind },
    plan,
    sync: () => Promise.reject(new Error('a proposal takes no step')),
    ...(!isBlind && { observe: () => Promise.reject(new Error('a proposal does not look')) }),
  };
}

/** A module that answers as `plain` does, and the intents that it was asked about. */
export function listening(plan: Planner = plain): { readonly heard: readonly string[]; readonly plan: Planner } {
  const heard: string[] = [];
  return {
    heard,
    plan(subject, intent) {
      heard.push(`${intent.type} ${JSON.stringify('spec' in intent ? intent.spec : subject.spec)}`);
      return plan(subject, intent);
    },
  };
}

/** Like the kafka kind: makes no calls, and lays an update over what is stored. */
export const merging: Planner = ({ spec }, intent) => {
  switch (intent.type) {
    case 'create':
    case 'adopt':
      return { type: 'settle', spec: intent.spec, output: { of: intent.spec } };
    case 'update': {
      const merged = { ...(spec as JsonObject), ...(intent.spec as JsonObject) };
      return same(merged, spec) ? { type: 'noop' } : { type: 'settle', spec: merged, output: { of: merged } };
    }
    case 'delete':
      return { type: 'settle', spec, output: null };
    case 'act':
    case 'correct':
      return { type: 'noop' };
  }
};

export const aSetting = (overrides: Partial<Setting> = {}): Setting => ({
  module: aModule(),
  needs: {},
  config: {},
  actor: 'bob',
  uid: '00000000-0000-4000-8000-000000000001',
  moment: moment(),
  ...overrides,
});

export const declared = (overrides: Partial<Declared> = {}): Declared => ({
  labels: {},
  annotations: {},
  spec: { size: 1 },
  dependencies: {},
  ...overrides,
});

/** A resource that has been made as declared and has nothing to wait for but the next look. */
export const aReady = (overrides: Partial<Omit<Resource, 'urn'>> = {}): Resource =>
  aResource({
    spec: { size: 1 },
    generation: 1,
    observedGeneration: 1,
    move: 1,
    state: ready({ output: { id: 'i-1' }, recheckAt: NOW + 1_000 }),
    ...overrides,
  });

export const annotated = (words: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(words).map(([name, value]) => [`ectropy.dev/${name}`, value]));

/** Frozen to the last leaf: whoever writes to it throws. */
export function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}
