import type { Plan } from '@ectropy/sdk';
import { expect, test } from 'vitest';
import { aModule } from '../core/testing/scene.ts';
import { aResource, ready } from '../testing/builders.ts';
import { afterLook, corrected } from './look.ts';

const seen = { exists: true, actual: { size: 2 }, output: null } as const;
const drifted = aResource({ spec: { size: 1 }, state: ready() });
const replacing = (removal: Plan) =>
  afterLook(
    drifted,
    seen,
    {
      module: aModule({
        plan: (_subject, { type }) => (type === 'delete' ? removal : { type: 'replace', spec: { size: 1 }, reason: 'it must' }),
      }),
      needs: {},
      config: {},
    },
    0,
  );

test('drift that only a replacement mends begins with a delete of what is there (R11)', () => {
  expect(replacing({ type: 'change', spec: null, memo: 'away' }).happening).toMatchObject({
    type: 'planned',
    goal: 'replace',
    memo: 'away',
    former: { size: 1 },
    drift: [{ path: ['size'] }],
  });
});

test('drift that only a replacement mends is made anew at once where nothing has to be deleted (R11)', () => {
  expect(replacing({ type: 'noop' }).happening).toMatchObject({
    type: 'planned',
    goal: 'present',
    unplanned: true,
    drift: [{ path: ['size'] }],
  });
});

test('what was put back is told with both values, and of a secret only that it changed (R25)', () => {
  const drift = [
    { path: ['size'], before: 1, after: 2 },
    { path: ['colour'], before: 'red' },
    { path: ['password'], secret: true as const },
  ];
  expect(corrected(drift).message).toBe('Put back as declared: size: 2 → 1; colour: "red"; password: (secret, changed)');
});

test('what was gone is said to exist again, and a value that only reads like it is a value', () => {
  const gone = { before: '(present)', after: '(missing)' };
  expect(corrected([{ path: [], ...gone }]).message).toBe('Put back as declared: it exists again');
  expect(corrected([{ path: ['text'], ...gone }]).message).toBe('Put back as declared: text: "(missing)" → "(present)"');
});
