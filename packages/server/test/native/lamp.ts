/** An extension for tests: lamps that burn in no world, with everything that a kind can have. */
import { defineModule, type JsonObject, type Kind, type LogChunk, type Module, ProblemError } from '@ectropy/sdk';

interface LampSpec extends JsonObject {
  readonly room: string;
  readonly bulbs: number;
}

const kind: Kind = {
  name: 'lamp',
  description: 'Light in a room.',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['room'],
    properties: {
      room: { type: 'string', description: 'Where it stands.' },
      bulbs: { type: 'integer', minimum: 0, maximum: 100, default: 1 },
      pin: { type: 'string', description: 'Who knows it may switch.' },
      mood: { type: 'string', enum: ['fine', 'broken', 'slow'], default: 'fine', description: 'How its steps go.' },
      shade: { type: 'string', description: 'The name of an artifact.' },
    },
  },
  actions: {
    dim: {
      description: 'Takes bulbs out.',
      params: { type: 'object', required: ['by'], properties: { by: { type: 'integer', minimum: 1 } } },
    },
  },
  needs: { next: { kind: 'lamp', optional: true } },
  createOnly: ['room'],
  secret: ['pin'],
  scale: { replicas: 'spec.bulbs', current: 'status.output.burning' },
  selectable: ['spec.room'],
  shareable: true,
  artifacts: ['shade'],
};

export const modules: readonly Module[] = [
  defineModule<LampSpec, 'delete' | null>({
    kind,
    plan({ spec }, intent) {
      switch (intent.type) {
        case 'create':
          return { type: 'change', spec: intent.spec, memo: null, unknown: [['output', 'serial']], summary: ['buys a lamp'] };
        case 'act':
          return { type: 'change', spec: { ...spec, bulbs: Math.max(0, spec.bulbs - Number(intent.params.by)) }, memo: null };
        case 'update':
        case 'adopt':
          return { type: 'change', spec: intent.spec, memo: null };
        case 'correct':
          return { type: 'change', spec, memo: null };
        case 'delete':
          return { type: 'change', spec, memo: 'delete' };
      }
    },
    async sync({ spec, name }, memo) {
      if (memo === 'delete') return { type: 'gone' };
      if (spec.mood === 'broken') throw new ProblemError({ code: 'unavailable', message: 'no current', hint: 'look at the fuse' });
      if (spec.mood === 'slow') return { type: 'again', memo: null, afterMs: 60_000, progress: 'waiting for daylight' };
      return { type: 'done', output: { serial: `serial-of-${name}`, burning: spec.bulbs } };
    },
    async *logs({ name }): AsyncGenerator<LogChunk> {
      yield { text: `${name} was switched on\n`, labels: {} };
    },
  }),
];
