/** A kind that does nothing in one step: what is left is the engine. */
import { defineModule, type Module } from '@ectropy/sdk';

/** `synced` is told about every call, at its beginning. */
export const noopModule = (synced: (name: string) => void = () => undefined): Module =>
  defineModule({
    kind: { name: 'noop', description: 'Does nothing, in one step.', schema: { type: 'object', properties: {} } },
    plan(subject, intent) {
      if (intent.type === 'delete') return { type: 'settle', spec: subject.spec, output: null };
      return { type: 'change', spec: 'spec' in intent ? intent.spec : subject.spec, memo: null };
    },
    sync({ name }) {
      synced(name);
      return Promise.resolve({ type: 'done', output: { done: true } });
    },
  });
