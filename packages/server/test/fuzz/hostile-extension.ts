/** For tests: a module and a service that answer whatever they were told to, however wrong. */
import { type Accessor, defineModule, type Held, type Json, type Served, type Step } from '@ectropy/sdk';
import { hostileAnswers, hostileThrows } from './hostile-answers.ts';

/** `sync output nul`: where, as what, and which. */
const orderOf = (text: string): readonly [where: string, as: string, which: string] => {
  const [where = '', as = '', which = ''] = text.split('-');
  return [where, as, which];
};

/** The wrong thing in the right place: the whole answer, a part of it, or thrown. */
function answer<T>(order: string, at: string, right: T, part: (wrong: unknown) => unknown): T {
  const [where, as, which] = orderOf(order);
  if (where !== at) return right;
  if (as === 'throw') throw hostileThrows[which]?.();
  const wrong = hostileAnswers[which]?.();
  return (as === 'whole' ? wrong : part(wrong)) as T;
}

type Haunt = { readonly order: string };

const haunt = defineModule<Haunt, Json>({
  kind: {
    name: 'haunt',
    description: 'A module that answers as it is told to.',
    schema: { type: 'object', required: ['order'], properties: { order: { type: 'string' } } },
    actions: { scare: { description: 'Does nothing good.' } },
  },
  plan({ spec }, intent) {
    const next = intent.type === 'create' || intent.type === 'update' || intent.type === 'adopt' ? intent.spec : spec;
    if (intent.type === 'delete') return { type: 'change', spec: next, memo: 'delete' };
    return answer(next.order, 'plan', { type: 'change', spec: next, memo: {} }, (memo) => ({ type: 'change', spec: next, memo }));
  },
  sync: async ({ spec }, memo): Promise<Step<Json>> =>
    memo === 'delete' ? { type: 'gone' } : answer(spec.order, 'sync', { type: 'done', output: {} }, (output) => ({ type: 'done', output })),
  observe: async ({ spec }) =>
    answer(spec.order, 'observe', { exists: true, actual: spec, output: {} }, (actual) => ({ exists: true, actual, output: actual })),
  find: async (reference) =>
    answer(reference, 'find', { spec: { order: 'none' }, output: {} }, (output) => ({ spec: { order: 'none' }, output })),
  async *logs({ spec }) {
    yield answer(spec.order, 'logs', { text: 'a line\n', labels: {} }, (text) => ({ text: text as string, labels: {} }));
  },
});

const keyOf = ({ project, name }: { readonly project: string; readonly name: string }): string => `${project}/${name}`;
const shown = (held: Held, at: string): Held => answer(held.name, at, held, (spec) => ({ ...held, spec }) as Held);

/** Remembers what was applied, and shows something else. */
function openGhosts(): Accessor {
  const kept = new Map<string, Held>();
  return {
    async get(at) {
      const held = kept.get(keyOf(at));
      return held && shown(held, 'get');
    },
    list: async ({ project }) =>
      [...kept.values()].filter((held) => project === undefined || held.project === project).map((held) => shown(held, 'list')),
    async apply(held) {
      kept.set(keyOf(held), held);
      return shown(held, 'apply');
    },
    delete: async (at) => kept.delete(keyOf(at)),
  };
}

export const modules = [haunt];
export const accessors: readonly Served[] = [
  {
    kind: {
      name: 'ghost',
      description: 'A service that answers as it is told to.',
      schema: { type: 'object', properties: { order: { type: 'string' } }, additionalProperties: true },
    },
    accessor: openGhosts(),
  },
];
