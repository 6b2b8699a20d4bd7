import { describe, expect, test } from 'vitest';
import { moduleConformance, type World } from './conformance.ts';
import type { Json, JsonObject } from './json.ts';
import type { Kind } from './kind.ts';
import { defineModule, refuse, type Intent, type Module, type Plan, type Step, type Subject } from './module.ts';

type Spec = { readonly topic: string; readonly partitions: number; readonly tags: readonly string[] };
type Memo = { readonly todo: 'reserve' | 'fill' | 'drop' };
type Topic = { partitions: number; tags: readonly string[] };

/** The world outside: a cluster in memory that counts what was done to it. */
class Cluster {
  readonly topics = new Map<string, Topic>();
  deeds = 0;

  put(name: string, topic: Topic): void {
    if (JSON.stringify(this.topics.get(name)) !== JSON.stringify(topic)) this.deeds += 1;
    this.topics.set(name, topic);
  }

  picture(): Json {
    return { deeds: this.deeds, topics: [...this.topics].map(([name, topic]) => [name, { ...topic }]) };
  }
}

const schema = {
  type: 'object',
  properties: {
    topic: { type: 'string', description: 'The name of the topic.' },
    partitions: { type: 'integer', description: 'How many partitions it has.' },
    tags: { type: 'array', items: { type: 'string' }, description: 'Words about it.' },
  },
} as const satisfies JsonObject;

const kind: Kind = { name: 'topic', description: 'A topic.', schema, createOnly: ['topic'], sets: ['tags'], secret: ['token'] };
const change = (spec: Spec, todo: Memo['todo']): Plan<Spec, Memo> => ({ type: 'change', spec, memo: { todo } });
const outputOf = (spec: Spec): Json => ({ address: `memory:${spec.topic}`, token: 't' });

function plan({ spec: now }: Subject<Spec>, intent: Intent<Spec>): Plan<Spec, Memo> {
  switch (intent.type) {
    case 'delete':
      return change(now, 'drop');
    case 'correct':
    case 'act':
      return change(now, 'reserve');
    default: {
      const { spec } = intent;
      if (spec.partitions < 1) return refuse({ code: 'invalid', path: ['spec', 'partitions'], message: 'must be 1 or more' });
      if (intent.type === 'update' && spec.topic !== now.topic) return { type: 'replace', spec, reason: 'a topic keeps its name' };
      if (intent.type === 'update' && JSON.stringify(spec) === JSON.stringify(now)) return { type: 'noop' };
      return change(spec, 'reserve');
    }
  }
}

/** A module that keeps every law: two steps to make or change a topic, one to drop it. */
const goodModule = (cluster: Cluster): Module =>
  defineModule<Spec, Memo>({
    kind,
    plan,
    sync: async ({ spec }, { todo }): Promise<Step<Memo>> => {
      if (todo === 'drop') cluster.topics.delete(spec.topic);
      if (todo === 'drop') return { type: 'gone' };
      if (todo === 'reserve') return { type: 'again', memo: { todo: 'fill' }, afterMs: 1 };
      cluster.put(spec.topic, { partitions: spec.partitions, tags: spec.tags.toReversed() });
      return { type: 'done', output: outputOf(spec) };
    },
    observe: async ({ spec }) => {
      const found = cluster.topics.get(spec.topic);
      return found ? { exists: true, actual: { topic: spec.topic, ...found, leader: 3 }, output: outputOf(spec) } : { exists: false };
    },
    find: async (reference) => {
      const found = cluster.topics.get(reference);
      const spec = found && { topic: reference, ...found };
      return spec && { spec, output: outputOf(spec) };
    },
    logs: async function* () {
      yield { text: 'hello', labels: {} };
    },
  });

type Defect = (good: Module, cluster: Cluster) => Partial<Module>;

function worldOf(defect: Defect = () => ({})): World<Spec> {
  const cluster = new Cluster();
  const good = goodModule(cluster);
  return {
    module: { ...good, ...defect(good, cluster) },
    spec: { topic: 'news', partitions: 2, tags: ['a', 'b'] },
    changed: { topic: 'news', partitions: 3, tags: ['a'] },
    replaced: { topic: 'olds', partitions: 2, tags: [] },
    invalid: [{ topic: 'news', partitions: 0, tags: [] }],
    needs: { owner: { kind: 'team', name: 'x', output: { id: 1 } } },
    actions: { rotate: {} },
    reference: 'news',
    tamper: async ({ spec }) => void cluster.topics.set(spec.topic, { partitions: 99, tags: [] }),
    destroy: async ({ spec }) => void cluster.topics.delete(spec.topic),
    picture: async () => cluster.picture(),
    maxSteps: 5,
    promptlyMs: 200,
  };
}

/** The names of the checks that reject. */
async function broken(world: World<Spec>): Promise<readonly string[]> {
  const failed: string[] = [];
  for (const { name, run } of moduleConformance(world)) await run().catch(() => failed.push(name));
  return failed;
}

describe('a module that keeps every law passes every check', () => {
  for (const { name, run } of moduleConformance(worldOf())) test(name, run);
});

test('a world with nothing optional has fewer checks, but not none', async () => {
  const { spec, changed } = worldOf();
  const { kind: only, plan: pure, sync } = goodModule(new Cluster());
  const checks = moduleConformance({ module: { kind: only, plan: pure, sync }, spec, changed });
  expect(checks.length).toBeGreaterThan(10);
  expect(checks.length).toBeLessThan(moduleConformance(worldOf()).length);
  for (const { run } of checks) await run();
});

test('a check leaves nothing behind, also when it fails', async () => {
  const cluster = new Cluster();
  const world = { ...worldOf(), module: { ...goodModule(cluster), observe: async () => ({ exists: false }) as const } };
  const checks = moduleConformance({ ...world, picture: async () => cluster.picture() });
  for (const { run } of checks) await run().catch(() => undefined);
  expect(cluster.topics.size).toBe(0);
});

let calls = 0;
const withSchema = (properties: JsonObject): Partial<Module> => ({ kind: { ...kind, schema: { ...schema, properties } } });
/** A plan whose `change` answers are bent. */
const bent =
  (bend: (plan: Extract<Plan, { type: 'change' }>) => Plan): Defect =>
  (good) => ({
    plan: (subject, intent) => {
      const answer = good.plan(subject, intent);
      return answer.type === 'change' ? bend(answer) : answer;
    },
  });

const defects: Readonly<Record<string, { readonly defect: Defect; readonly caughtBy: string }>> = {
  'a name with a space': { caughtBy: 'kind: the name is', defect: () => ({ kind: { ...kind, name: 'a topic' } }) },
  'a property without description': { caughtBy: 'describes every property', defect: () => withSchema({ ...schema.properties, x: {} }) },
  'a nested property without description': {
    caughtBy: 'describes every property',
    defect: () => withSchema({ ...schema.properties, list: { description: 'l', type: 'array', items: { properties: { x: {} } } } }),
  },
  'a reserved property': {
    caughtBy: 'left to the engine',
    defect: () => withSchema({ ...schema.properties, sharing: { description: 'Mine.' } }),
  },
  'a createOnly path that does not exist': { caughtBy: 'paths that exist', defect: () => ({ kind: { ...kind, createOnly: ['nmae'] } }) },
  'a secret that is nowhere': { caughtBy: 'paths that exist', defect: () => ({ kind: { ...kind, secret: ['password'] } }) },
  'a plan that counts': {
    caughtBy: 'the same question gets the same answer',
    defect: bent((answer) => ({ ...answer, memo: { todo: 'reserve', n: (calls += 1) } })),
  },
  'a plan that reads the clock': {
    caughtBy: 'the same question gets the same answer',
    defect: bent((answer) => ({ ...answer, summary: [new Date().toISOString()] })),
  },
  'a plan that acts outside': {
    caughtBy: 'changes neither its arguments nor the world',
    defect: (good, cluster) => ({
      plan: (subject, intent) => {
        cluster.deeds += 1;
        return good.plan(subject, intent);
      },
    }),
  },
  'a plan that changes its argument': {
    caughtBy: 'changes neither its arguments nor the world',
    defect: (good) => ({
      plan: (subject, intent) => {
        if ('spec' in intent) Object.assign(intent.spec as object, { tags: [] });
        return good.plan(subject, intent);
      },
    }),
  },
  'a plan that holds undefined': {
    caughtBy: 'every answer survives JSON',
    defect: bent((answer) => ({ ...answer, spec: { ...(answer.spec as JsonObject), tags: undefined } as unknown as Json })),
  },
  'an update to the same spec that changes something': {
    caughtBy: 'an update to the same spec is a noop',
    defect: (good) => ({
      plan: (subject, intent) => good.plan(subject, intent.type === 'update' ? { ...intent, type: 'create' } : intent),
    }),
  },
  'a replace for ever': {
    caughtBy: 'a replace does not come back',
    defect: (good) => ({
      plan: (subject, intent) =>
        intent.type === 'update' ? { type: 'replace', spec: intent.spec, reason: 'always' } : good.plan(subject, intent),
    }),
  },
  'a settle with work left to do': {
    caughtBy: 'settle needs no step',
    defect: bent(({ spec }) => ({ type: 'settle', spec, output: {} })),
  },
  'a change where a replace is needed': {
    caughtBy: 'what cannot be reached in place is a replace',
    defect: (good) => ({
      plan: (subject, intent) => {
        const answer = good.plan(subject, intent);
        return answer.type === 'replace' ? { type: 'change', spec: answer.spec, memo: { todo: 'reserve' } } : answer;
      },
    }),
  },
  'a plan that lets everything in': {
    caughtBy: 'refuses invalid specs',
    defect: (good) => ({
      plan: (subject, intent) => {
        const answer = good.plan(subject, intent);
        return answer.type === 'refuse' ? { type: 'change', spec: null, memo: null } : answer;
      },
    }),
  },
  'a plan that throws while an output is unknown': {
    caughtBy: 'output is not known yet',
    defect: (good) => ({
      plan: (subject, intent) => {
        if (subject.needs['owner']?.output === undefined) throw new TypeError('no output');
        return good.plan(subject, intent);
      },
    }),
  },
  'a sync that is never done': { caughtBy: 'create: runs to done', defect: () => ({ sync: async (_, memo) => ({ type: 'again', memo }) }) },
  'a step that acts anew each time': {
    caughtBy: 'answers the same and acts once',
    defect: (good, cluster) => ({
      sync: async (subject, memo, host) => {
        cluster.deeds += 1;
        return good.sync(subject, memo, host);
      },
    }),
  },
  'a step that answers anew each time': {
    caughtBy: 'answers the same and acts once',
    defect: (good) => ({
      sync: async (subject, memo, host) => {
        const step = await good.sync(subject, memo, host);
        return step.type === 'done' ? { ...step, output: { id: (calls += 1) } } : step;
      },
    }),
  },
  'a memo with a Date': {
    caughtBy: 'memo and output survive JSON',
    defect: (good) => ({
      sync: async (subject, memo, host) => {
        const step = await good.sync(subject, memo, host);
        return step.type === 'again' ? { ...step, memo: { todo: 'fill', at: new Date() as unknown as Json } } : step;
      },
    }),
  },
  'a step that waits for ever when it is aborted': {
    caughtBy: 'an aborted signal stops a step',
    defect: (good) => ({
      sync: (subject, memo, host) => (host.signal.aborted ? new Promise(() => undefined) : good.sync(subject, memo, host)),
    }),
  },
  'logs that never end': {
    caughtBy: 'logs: end when the signal aborts',
    defect: () => ({
      logs: async function* () {
        yield await new Promise<never>(() => undefined);
      },
    }),
  },
  'an action that fails': {
    caughtBy: 'act: rotate',
    defect: (good) => ({
      plan: (subject, intent) =>
        intent.type === 'act' ? refuse({ code: 'unsupported', message: 'no such action' }) : good.plan(subject, intent),
    }),
  },
  'drift that is not seen': {
    caughtBy: 'sees what was tampered with',
    defect: () => ({ observe: async ({ spec }) => ({ exists: true, actual: spec, output: {} }) }),
  },
  'drift after a create': {
    caughtBy: 'shows no drift after a create',
    defect: () => ({ observe: async () => ({ exists: true, actual: { topic: 'News' }, output: {} }) }),
  },
  'a correct that does nothing': {
    caughtBy: 'a correct heals it',
    defect: (good) => ({ plan: (subject, intent) => (intent.type === 'correct' ? { type: 'noop' } : good.plan(subject, intent)) }),
  },
  'an update that is not carried out': {
    caughtBy: 'shows no drift after an update',
    defect: (good, cluster) => ({
      sync: async (subject, memo, host) => {
        const known = (memo as Memo).todo === 'fill' && cluster.topics.has('news');
        return known ? { type: 'done', output: {} } : good.sync(subject, memo, host);
      },
    }),
  },
  'a missing thing that is not seen': {
    caughtBy: 'sees what was destroyed',
    defect: (good) => ({
      observe: async (subject, host) => {
        const seen = await good.observe?.(subject, host);
        return seen?.exists ? seen : { exists: true, actual: {}, output: {} };
      },
    }),
  },
  'an observe that repairs': {
    caughtBy: 'observe: changes nothing',
    defect: (good, cluster) => ({
      observe: async (subject, host) => {
        cluster.deeds += 1;
        return (await good.observe?.(subject, host)) ?? { exists: false };
      },
    }),
  },
  'a find that finds something else': {
    caughtBy: 'find: returns the spec',
    defect: () => ({ find: async () => ({ spec: { topic: 'olds' }, output: {} }) }),
  },
  'a find that touches': {
    caughtBy: 'find: changes nothing',
    defect: (good, cluster) => ({
      find: async (reference, subject, host) => {
        cluster.deeds += 1;
        return good.find?.(reference, subject, host);
      },
    }),
  },
  'an adopt that leaves things as found': {
    caughtBy: 'adopt: takes over',
    defect: (good) => ({
      plan: (subject, intent) =>
        intent.type === 'adopt' ? { type: 'settle', spec: intent.spec, output: intent.found.output } : good.plan(subject, intent),
    }),
  },
  'a delete that ends in done': {
    caughtBy: 'delete: runs to gone',
    defect: (good) => ({
      sync: async (subject, memo, host) => {
        const step = await good.sync(subject, memo, host);
        return step.type === 'gone' ? { type: 'done', output: null } : step;
      },
    }),
  },
  'a delete that leaves the thing': {
    caughtBy: 'delete: runs to gone',
    defect: (good) => ({
      sync: async (subject, memo, host) => ((memo as Memo).todo === 'drop' ? { type: 'gone' } : good.sync(subject, memo, host)),
    }),
  },
  'a delete that fails when nothing is there': {
    caughtBy: 'what is gone already is gone too',
    defect: (good, cluster) => ({
      sync: async (subject, memo, host) => {
        if ((memo as Memo).todo === 'drop' && !cluster.topics.has('news')) throw new Error('no such topic');
        return good.sync(subject, memo, host);
      },
    }),
  },
};

describe('a module that breaks a law is caught', () => {
  for (const [name, { defect, caughtBy }] of Object.entries(defects)) {
    test.concurrent(name, async () => {
      const failed = await broken(worldOf(defect));
      expect(failed.filter((check) => check.includes(caughtBy))).toHaveLength(1);
    });
  }
});
