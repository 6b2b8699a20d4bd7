import { defineModule, type JsonObject, type Module } from '@ectropy/sdk';
import { expect, test } from 'vitest';
import { declare, make, me, urnOf } from './testing/asks.ts';
import { type Bed, openBed } from './testing/bed.ts';
import { boxModule } from './testing/kinds.ts';
import type { World } from './testing/world.ts';

/** Says all that it was told. */
const gossip: Module = defineModule<JsonObject, null>({
  kind: { name: 'gossip', description: 'It talks.', schema: { type: 'object' }, secret: ['own'] },
  plan: (_, intent) => ('spec' in intent ? { type: 'settle', spec: intent.spec, output: null } : { type: 'noop' }),
  sync: async () => ({ type: 'gone' }),
  async *logs({ spec, needs }, { times = '1' }) {
    for (let time = 0; time < Number(times); time += 1) yield { text: JSON.stringify([spec, needs]), labels: {} };
  },
});

/** A box that tells its password in its output, for those who need it. */
const safe = (world: World): Module => {
  const inner = boxModule(world, { name: 'safe', secret: ['password'] });
  return {
    ...inner,
    sync: async (subject, memo, host) => {
      const step = await inner.sync(subject, memo, host);
      return step.type === 'done' ? { ...step, output: { password: (subject.spec as JsonObject)['password'] ?? null } } : step;
    },
  };
};

async function* linesOf({ app }: Bed, times = '1'): AsyncGenerator<string> {
  const { signal } = new AbortController();
  for await (const { text } of await app.logs(urnOf('gossip', 'g'), { times }, me, { signal })) yield text;
}

const open = (): Promise<Bed> => openBed({ lanes: 2, modules: (world) => [gossip, safe(world)] });

test('what a thing says is shown without the secrets that it was given, its own and those of others (L11)', async () => {
  await using bed = await open();
  await make(bed, 'safe', 's', { spec: { password: 'hunter2 and more' } });
  await declare(bed, 'gossip', 'g', { spec: { own: 'hunter2', open: 'hello' }, dependencies: { safe: urnOf('safe', 's') } });
  const { value: line } = (await linesOf(bed).next()) as IteratorYieldResult<string>;
  expect(line).toContain('hello');
  expect(line).toContain('"password":"(secret)"');
  expect(line).not.toMatch(/hunter2|and more/);
});

test('a secret that is younger than the stream is left out too (L11)', async () => {
  await using bed = await open();
  await make(bed, 'safe', 's', { spec: { password: 'the first one' } });
  await declare(bed, 'gossip', 'g', { spec: { open: 'the second one' }, dependencies: { safe: urnOf('safe', 's') } });
  const lines = linesOf(bed, '2');
  expect((await lines.next()).value).toContain('the second one');
  await declare(bed, 'safe', 's', { spec: { password: 'the second one' } });
  await expect.poll(async () => JSON.stringify((await bed.app.get(urnOf('safe', 's'), me)).state)).toContain('the second one');
  expect((await lines.next()).value).not.toContain('the second one');
});
