/** Kinds for tests, over a world in memory: small, and each with one habit of its own. */
import {
  defineModule,
  type Host,
  type Intent,
  type Json,
  type JsonObject,
  type Kind,
  type Module,
  type Plan,
  refuse,
  type Subject,
} from '@ectropy/sdk';
import { same } from '../../core/diff.ts';
import type { World } from './world.ts';

export type Box = {
  readonly size: number;
  readonly color?: string;
  /** Create-only. */
  readonly region?: string;
  readonly tags?: readonly string[];
  readonly password?: string;
  /** How many steps it takes to make it. */
  readonly steps?: number;
  /** The plan is refused with this sentence. */
  readonly refuse?: string;
};

type Memo = { readonly verb: 'put' | 'delete' | 'ping'; readonly step: number; readonly of: number };

export const boxKind: Kind = {
  name: 'box',
  description: 'A box of some size.',
  schema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      size: { type: 'integer', minimum: 0, maximum: 100, default: 1 },
      color: { enum: ['red', 'blue'] },
      region: { type: 'string', maxLength: 10 },
      tags: { type: 'array', items: { type: 'string' } },
      password: { type: 'string' },
      steps: { type: 'integer' },
      refuse: { type: 'string' },
    },
  },
  actions: {
    paint: {
      description: 'Gives it another colour.',
      params: {
        type: 'object',
        additionalProperties: false,
        required: ['color'],
        properties: { color: { enum: ['red', 'blue'] }, coats: { type: 'integer', default: 1 } },
      },
    },
    ping: { description: 'Touches it without changing what is declared.' },
    nothing: { description: 'Does nothing.' },
    forbid: { description: 'Is always refused.' },
  },
  createOnly: ['region'],
  sets: ['tags'],
  secret: ['password'],
};

const put = (of = 1): Memo => ({ verb: 'put', step: 1, of });

function planBox(subject: Subject<Box>, intent: Intent<Box>): Plan<Box, Memo> {
  switch (intent.type) {
    case 'create':
    case 'adopt':
    case 'update': {
      const { spec } = intent;
      if (spec.refuse !== undefined) return refuse({ code: 'invalid', path: ['spec', 'refuse'], message: spec.refuse });
      if (intent.type === 'update' && same(spec, subject.spec)) return { type: 'noop' };
      const unknown = intent.type === 'create' ? { unknown: [['output', 'id']] } : {};
      return { type: 'change', spec, memo: put(spec.steps), summary: [`make it ${spec.size} wide`], ...unknown };
    }
    case 'act':
      return actOn(subject, intent.action, intent.params);
    case 'correct':
      return { type: 'change', spec: subject.spec, memo: put() };
    case 'delete':
      return { type: 'change', spec: subject.spec, memo: { verb: 'delete', step: 1, of: 1 } };
  }
}

function actOn({ spec }: Subject<Box>, action: string, params: JsonObject): Plan<Box, Memo> {
  if (action === 'paint') return { type: 'change', spec: { ...spec, color: String(params.color) }, memo: put() };
  if (action === 'ping') return { type: 'change', spec, memo: { verb: 'ping', step: 1, of: 1 } };
  return action === 'nothing' ? { type: 'noop' } : refuse({ code: 'denied', message: 'that is forbidden' });
}

/** What stands in the world for a box. */
const thingOf = ({ spec, needs }: Subject<Box>): JsonObject => ({
  ...spec,
  ...Object.fromEntries(Object.entries(needs).map(([key, { output = null }]) => [`from-${key}`, output])),
});

export function boxModule(world: World, kind: Partial<Kind> = {}): Module {
  return defineModule<Box, Memo>({
    kind: { ...boxKind, ...kind },
    plan(subject, intent) {
      world.plans.push({ urn: subject.urn, type: intent.type });
      if (world.planError !== undefined) throw world.planError;
      return planBox(subject, intent);
    },
    async sync(subject, memo, host) {
      await world.pass('calls', subject, memo, host);
      if (memo.verb === 'ping') {
        world.effects.push({ verb: 'ping', urn: subject.urn, key: host.key, fence: host.fence });
        return { type: 'done', output: subject.output };
      }
      if (memo.verb === 'delete') {
        if (world.things.has(subject.urn)) world.delete(subject.urn, host);
        return { type: 'gone' };
      }
      if (memo.step < memo.of)
        return { type: 'again', memo: { ...memo, step: memo.step + 1 }, afterMs: world.afterMs, progress: `${memo.step} of ${memo.of}` };
      if (!same(world.things.get(subject.urn), thingOf(subject))) world.put(subject.urn, thingOf(subject), host);
      return { type: 'done', output: outputOf(subject) };
    },
    async observe(subject, host) {
      await world.pass('looks', subject, null, host);
      const actual = world.things.get(subject.urn);
      if (!actual) return { exists: false };
      return { exists: true, actual, expected: thingOf(subject), output: { id: subject.name, size: actual.size ?? null } };
    },
    async find(reference) {
      const found = world.things.get(reference);
      return found && { spec: found as unknown as Box, output: { id: reference, size: found.size ?? null } };
    },
  });
}

const outputOf = ({ name, spec }: Subject<Box>): Json => ({ id: name, size: spec.size });

/** Nothing outside: complete once it is stored. Can be listened to, cannot be looked at. */
export const noteModule = (): Module =>
  defineModule<JsonObject, null>({
    kind: {
      name: 'note',
      description: 'A note that is only stored.',
      schema: { type: 'object' },
      config: { type: 'object', properties: { level: { type: 'integer', default: 3 } } },
    },
    plan(subject, intent) {
      if (intent.type === 'update' && same(intent.spec, subject.spec)) return { type: 'noop' };
      if ('spec' in intent) return { type: 'settle', spec: intent.spec, output: { noted: intent.spec } };
      return { type: 'noop' };
    },
    sync: async () => ({ type: 'gone' }),
    async *logs({ name }, filter, host: Host) {
      for (const text of ['one', 'two']) if (!host.signal.aborted) yield { text: `${name} ${text}`, labels: { ...filter } };
    },
  });

/** `box`; `lid`, which needs a box; `slot`, of which only two may be worked on at once; `note`, which only settles. */
export const testModules = (world: World): readonly Module[] => [
  boxModule(world),
  boxModule(world, { name: 'lid', needs: { box: { kind: 'box' }, spare: { kind: 'box', optional: true } } }),
  boxModule(world, { name: 'slot', concurrency: 2 }),
  noteModule(),
];
