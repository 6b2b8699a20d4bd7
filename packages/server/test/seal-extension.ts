/** For tests: a module that keeps secrets everywhere, in its output and its memo, and is careless enough to quote them when it fails. */
import { defineModule, type JsonObject, ProblemError } from '@ectropy/sdk';

interface VaultSpec extends JsonObject {
  readonly password: string;
  readonly mood: string;
}

export const MINTED = 'minted-';
const turned = (text: string): string => [...text].toReversed().join('');

export const modules = [
  defineModule<VaultSpec, JsonObject>({
    kind: {
      name: 'vault',
      description: 'Keeps a secret.',
      schema: {
        type: 'object',
        required: ['password'],
        additionalProperties: false,
        properties: {
          password: { type: 'string', minLength: 4 },
          size: { type: 'integer', default: 1 },
          shelf: { type: 'string', default: 'a' },
          mood: { type: 'string', enum: ['fine', 'broken', 'slow'], default: 'fine' },
          keys: {
            type: 'array',
            items: { type: 'object', required: ['name'], properties: { name: { type: 'string' }, pin: { type: 'string' } } },
          },
          tokens: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
        },
      },
      actions: { turn: { description: 'Another password.', params: { type: 'object', properties: { password: { type: 'string' } } } } },
      needs: { other: { kind: 'vault', optional: true } },
      secret: ['password', 'keys.pin', 'tokens', 'minted'],
      createOnly: ['shelf'],
      selectable: ['spec.size'],
      recheckMs: 1_000,
    },
    plan({ spec }, intent) {
      switch (intent.type) {
        case 'create':
        case 'update':
        case 'adopt':
          return { type: 'change', spec: intent.spec, memo: { made: MINTED + turned(intent.spec.password) } };
        case 'act':
          return {
            type: 'change',
            spec: { ...spec, password: String(intent.params['password']) },
            memo: { made: String(intent.params['password']) },
          };
        case 'correct':
          return { type: 'change', spec, memo: { made: spec.password } };
        case 'delete':
          return { type: 'change', spec, memo: { gone: spec.password } };
      }
    },
    async sync({ spec, needs }, memo) {
      if (memo['gone'] !== undefined) return { type: 'gone' };
      const { password, mood } = spec;
      if (mood === 'broken')
        throw new ProblemError({ code: 'invalid', message: `no door opens to '${password}'`, hint: `try another one than ${password}` });
      if (mood === 'slow') return { type: 'again', memo, afterMs: 3_600_000, progress: `turning ${password}` };
      if (memo['made'] !== undefined) return { type: 'again', memo: { told: password, needs: needs['other']?.output ?? null } };
      return { type: 'done', output: { minted: MINTED + turned(password), length: password.length } };
    },
    async observe({ spec, output }) {
      return { exists: true, actual: { ...spec, size: 1 }, output };
    },
  }),
];
