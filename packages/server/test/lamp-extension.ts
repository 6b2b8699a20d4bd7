/** For tests: a module whose things are only remembered, with an action that takes a parameter. */
import { defineModule } from '@ectropy/sdk';

type Lamp = { readonly room: string; readonly watts?: number };
type Memo = { readonly lit: boolean; readonly gone?: true };

const isLit = (output: unknown): boolean => typeof output === 'object' && output !== null && 'lit' in output && output.lit === true;

export const modules = [
  defineModule<Lamp, Memo>({
    kind: {
      name: 'lamp',
      description: 'A lamp that is nowhere.',
      schema: { type: 'object', required: ['room'], properties: { room: { type: 'string' }, watts: { type: 'integer' } } },
    },
    plan({ spec, output }, intent) {
      switch (intent.type) {
        case 'create':
        case 'update':
        case 'adopt':
          return { type: 'change', spec: intent.spec, memo: { lit: isLit(output) } };
        case 'act':
          return { type: 'change', spec, memo: { lit: intent.action === 'switch' && intent.params['on'] === true } };
        case 'delete':
          return { type: 'change', spec, memo: { lit: false, gone: true } };
        case 'correct':
          return { type: 'noop' };
      }
    },
    sync: async ({ spec, needs }, { lit, gone }) =>
      gone ? { type: 'gone' } : { type: 'done', output: { lit, room: spec.room, socket: needs['socket']?.name ?? null } },
  }),
];
