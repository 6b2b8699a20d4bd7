/**
 * Kinds over the cloud. `bucket` takes one step, can be replaced, and drifts; `cluster` takes several and can be acted on; `route` needs a
 * bucket and may need a cluster; `note` is complete once it is stored, and is only looked at.
 */
import {
  defineModule,
  type Host,
  type Intent,
  type Json,
  type JsonObject,
  type Kind,
  type Module,
  type Plan,
  type Step,
  type Subject,
} from '@ectropy/sdk';
import { same } from '../../src/core/diff.ts';
import type { Order } from './cloud.ts';

export type Spec = {
  /** Different in every request. */
  readonly value: number;
  /** Create-only. */
  readonly region?: string;
};

type Memo =
  | { readonly verb: 'put' | 'begin' | 'delete' }
  | { readonly verb: 'poll'; readonly id: string }
  | { readonly verb: 'act'; readonly act: string };

/** The cloud as a module of one process reaches it. */
export interface Reach {
  order(order: Order): Promise<JsonObject>;
  poll(urn: string, id: string): Promise<'running' | 'done' | 'unknown'>;
  read(urn: string): Promise<JsonObject | undefined>;
}

const schema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  required: ['value'],
  properties: { value: { type: 'integer' }, region: { type: 'string' } },
};
const restart = {
  description: 'Starts it anew.',
  params: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
} as const;

const bucket: Kind = { name: 'bucket', description: 'Takes one step.', schema, createOnly: ['region'] };
const cluster: Kind = { name: 'cluster', description: 'Takes several steps.', schema, actions: { restart }, concurrency: 1 };
const route: Kind = {
  name: 'route',
  description: 'Stands on others.',
  schema,
  needs: { bucket: { kind: 'bucket' }, cluster: { kind: 'cluster', optional: true } },
  actions: { restart },
};
const note: Kind = { name: 'note', description: 'Is only stored.', schema };

/** Those that have a thing in the cloud, and those that are looked at. */
export const outside: ReadonlySet<string> = new Set([bucket, cluster, route].map(({ name }) => name));
export const looked: ReadonlySet<string> = new Set([...outside, note.name]);

/** What is to stand in the cloud: all that is declared, and what it takes from others as far as that is known. */
export const bodyOf = ({ spec, needs }: Pick<Subject<Spec>, 'spec' | 'needs'>): JsonObject => ({
  ...spec,
  ...Object.fromEntries(Object.entries(needs).flatMap(([key, { output }]) => (output === undefined ? [] : [[`from-${key}`, output]]))),
});

function planFor(first: 'put' | 'begin', subject: Subject<Spec>, intent: Intent<Spec>): Plan<Spec, Memo> {
  switch (intent.type) {
    case 'create':
    case 'adopt':
      return { type: 'change', spec: intent.spec, memo: { verb: first } };
    case 'update':
      return same(intent.spec, subject.spec) ? { type: 'noop' } : { type: 'change', spec: intent.spec, memo: { verb: first } };
    case 'act':
      return { type: 'change', spec: subject.spec, memo: { verb: 'act', act: String(intent.params.id) } };
    case 'correct':
      return { type: 'change', spec: subject.spec, memo: { verb: first } };
    case 'delete':
      return { type: 'change', spec: subject.spec, memo: { verb: 'delete' } };
  }
}

const outputOf = ({ name, spec }: Subject<Spec>): Json => ({ id: name, value: spec.value });

/** Every step brings about the whole spec, so that it does not matter which plan it supersedes. */
async function step(subject: Subject<Spec>, memo: Memo, { key, fence }: Host, reach: Reach): Promise<Step<Memo>> {
  const { urn } = subject;
  const order = { urn, key, fence, body: bodyOf(subject) };
  switch (memo.verb) {
    case 'put':
      await reach.order({ verb: 'put', ...order });
      return { type: 'done', output: outputOf(subject) };
    case 'act':
      await reach.order({ verb: 'act', act: memo.act, ...order });
      return { type: 'done', output: outputOf(subject) };
    case 'begin':
      return {
        type: 'again',
        memo: { verb: 'poll', id: String((await reach.order({ verb: 'begin', ...order })).operation) },
        afterMs: 300,
      };
    case 'poll': {
      const found = await reach.poll(urn, memo.id);
      if (found === 'done') return { type: 'again', memo: { verb: 'put' } };
      return { type: 'again', memo: found === 'running' ? memo : { verb: 'begin' }, afterMs: 700 };
    }
    case 'delete':
      await reach.order({ verb: 'delete', urn, key, fence });
      return { type: 'gone' };
  }
}

const cloudModule = (kind: Kind, first: 'put' | 'begin', reach: Reach): Module =>
  defineModule<Spec, Memo>({
    kind,
    plan: (subject, intent) => planFor(first, subject, intent),
    sync: (subject, memo, host) => step(subject, memo, host, reach),
    async observe(subject) {
      const actual = await reach.read(subject.urn);
      if (!actual) return { exists: false };
      return { exists: true, actual, expected: bodyOf(subject), output: { id: subject.name, value: actual.value ?? null } };
    },
  });

/** Goes at once when it is deleted, also while somebody looks at it. */
const noteModule = (reach: Reach): Module =>
  defineModule<Spec, null>({
    kind: note,
    plan(subject, intent) {
      if (intent.type === 'update' && same(intent.spec, subject.spec)) return { type: 'noop' };
      return 'spec' in intent ? { type: 'settle', spec: intent.spec, output: intent.spec } : { type: 'noop' };
    },
    sync: async () => ({ type: 'gone' }),
    async observe({ urn, spec }) {
      await reach.read(urn);
      return { exists: true, actual: spec, output: spec };
    },
  });

export const modulesOver = (reach: Reach): readonly Module[] => [
  cloudModule(bucket, 'put', reach),
  cloudModule(cluster, 'begin', reach),
  cloudModule(route, 'put', reach),
  noteModule(reach),
];
