import type { Convertor, Json, JsonObject, Kind } from '@ectropy/sdk';
import { expect, test } from 'vitest';
import { compileMoves } from './compile.ts';
import { conversionLaws } from './laws.ts';

const kind = (convert: Convertor, examples: readonly JsonObject[] = []): Kind => ({
  name: 'box',
  description: 'A box.',
  schema: {},
  version: 'v2',
  versions: { v1: { schema: {}, convert }, v1beta1: { schema: {} } },
  examples,
});

const throws = (): Json => {
  throw new Error('no');
};
const changes = (spec: Json): Json => Object.assign(spec as object, { touched: true }) as JsonObject;

test('a convertor that loses nothing has nothing to be told', () => {
  const convert = compileMoves([{ move: 'size', to: 'count' }]);
  expect(conversionLaws(kind(convert, [{ count: 1 }]), { v1: [{ size: 1 }, {}] })).toEqual([]);
});

test('each sample that does not come back is told, in both directions', () => {
  const convert: Convertor = { toHub: () => ({ count: 1 }), fromHub: () => ({ size: 1 }) };
  expect(
    conversionLaws(kind(convert), { v2: [{ count: 1 }, { count: 2 }], v1: [{ size: 1, x: 1 }] }).map(({ message }) => message),
  ).toEqual(['sample 1 of v2 as v1 and back: spec.count is another', 'sample 0 of v1 as v2 and back: spec.x is another']);
});

test('a convertor that throws, or changes what it is given, is told', () => {
  expect(conversionLaws(kind({ toHub: throws, fromHub: throws }, [{}]))[0]?.message).toBe('sample 0 of v2 as v1 and back: no');
  expect(conversionLaws(kind({ toHub: changes, fromHub: changes }, [{}]))[0]).toMatchObject({
    path: ['versions', 'v1', 'convert'],
    message: 'sample 0 of v2 as v1 and back: the convertor changes what it is given',
  });
});
