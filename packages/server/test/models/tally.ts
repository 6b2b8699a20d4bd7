/** Two kinds for the models, also as an extension: a `tally` is complete once it is stored, a `gauge` takes one step outside. */
import { defineModule, type Kind, type Module, type Plan } from '@ectropy/sdk';
import { same } from '../../src/core/diff.ts';

export type Tally = { readonly n: number; readonly color?: string };
type Memo = 'make' | 'delete';

const kindOf = (name: string): Kind => ({
  name,
  description: 'A number that can be added to.',
  names: { plural: `${name}s` },
  schema: {
    type: 'object',
    additionalProperties: false,
    properties: { n: { type: 'integer', default: 0 }, color: { enum: ['red', 'blue'] } },
  },
  actions: {
    add: {
      description: 'Adds to the number.',
      params: { type: 'object', additionalProperties: false, required: ['by'], properties: { by: { type: 'integer' } } },
    },
  },
});

function moduleOf(name: string, change: (spec: Tally, memo: Memo) => Plan<Tally, Memo>): Module {
  return defineModule<Tally, Memo>({
    kind: kindOf(name),
    plan({ spec }, intent) {
      switch (intent.type) {
        case 'update':
          return same(intent.spec, spec) ? { type: 'noop' } : change(intent.spec, 'make');
        case 'create':
        case 'adopt':
          return change(intent.spec, 'make');
        case 'act':
          return change({ ...spec, n: spec.n + Number(intent.params['by']) }, 'make');
        case 'correct':
          return change(spec, 'make');
        case 'delete':
          return change(spec, 'delete');
      }
    },
    sync: async (_, memo) => (memo === 'delete' ? { type: 'gone' } : { type: 'done', output: null }),
  });
}

const settles = (spec: Tally, memo: Memo): Plan<Tally, Memo> =>
  memo === 'delete' ? { type: 'noop' } : { type: 'settle', spec, output: null };

export const modules: readonly Module[] = [moduleOf('tally', settles), moduleOf('gauge', (spec, memo) => ({ type: 'change', spec, memo }))];
