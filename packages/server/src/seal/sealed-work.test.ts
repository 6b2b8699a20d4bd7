/** The whole engine on a sealed store: what is done, shown and refused when the key is there, when it is not, and when somebody meddled. */
import { randomBytes } from 'node:crypto';
import { defineModule, type JsonObject, ProblemError } from '@ectropy/sdk';
import { describe, expect, test } from 'vitest';
import { box, condition, declare, make, me, onDelete, peek, reach, refused, sentences, urnOf, vanish } from '../app/testing/asks.ts';
import { type Bed, openBed } from '../app/testing/bed.ts';
import { boxKind, boxModule } from '../app/testing/kinds.ts';
import { HIDDEN } from '../core/secrets.ts';
import type { Store } from '../store/port.ts';
import { until } from '../testing/until.ts';
import { account, kindsOf, ring } from './testing/rings.ts';
import { sealing } from './sealed-store.ts';

const strict = { ...boxKind, secret: ['password', 'size'], schema: { ...boxKind.schema, additionalProperties: true } };

interface Keys {
  letters: string;
}

/** The keys can be changed while it runs, as if the server had been started again. */
async function bedWith(keys: Keys, lanes?: number): Promise<Bed & { readonly raw: Store }> {
  let raw: Store | undefined;
  const through = (store: Store): Store => {
    raw = store;
    const now = (): Store => sealing(store, kindsOf(strict), ring(keys.letters), { randomBytes });
    return new Proxy(store, { get: (_, name) => Reflect.get(now(), name) as unknown });
  };
  const bed = await openBed({ through, modules: (world) => [boxModule(world, strict)], ...(lanes !== undefined && { lanes }) });
  return Object.assign(bed, { raw: raw as Store });
}

const spec = { size: 3, password: 'swordfish' };

test('a resource with secrets lives its whole life, and the module is given what was declared (L11)', async () => {
  await using bed = await bedWith({ letters: 'a' }, 2);
  await make(bed, 'box', 'a', { spec });
  expect(bed.world.things.get(box('a'))).toMatchObject({ password: 'swordfish' });
  await declare(bed, 'box', 'a', { spec: { ...spec, password: 'other' } });
  await until(() => bed.world.things.get(box('a'))?.password === 'other');
  await reach(bed, box('a'), 'ready');
  await bed.app.rollback(box('a'), 1, me);
  await until(() => bed.world.things.get(box('a'))?.password === 'swordfish');
  const { id } = await bed.app.plan(
    [
      {
        type: 'apply',
        edit: {
          kind: 'box',
          project: 'demo',
          name: 'b',
          mode: 'apply',
          declare: () => ({ labels: {}, annotations: {}, dependencies: {}, spec }),
        },
      },
    ],
    me,
  );
  await bed.app.applyPlan(id, me);
  await reach(bed, box('b'), 'ready');
  const stored = JSON.stringify([
    await bed.raw.changes('0' as never, 100),
    await bed.raw.revisions(box('a')),
    await bed.raw.plans({ limit: 9 }),
  ]);
  expect(stored).not.toContain('swordfish');
  await bed.app.remove([{ urn: box('a') }], me);
  await vanish(bed, box('a'));
});

test('applying the same thing twice changes nothing, although it is sealed anew each time it is written (L7)', async () => {
  await using bed = await bedWith({ letters: 'a' }, 1);
  await make(bed, 'box', 'a', { spec });
  const before = await bed.raw.version();
  expect((await declare(bed, 'box', 'a', { spec })).operation.type).toBe('noop');
  expect(await bed.raw.version()).toBe(before);
});

describe('without its key', () => {
  const lost = `the secrets of '${box('a')}' are sealed with key ${ring('a').keys[0]?.id}, which is not in /keys/secret.key`;

  test('a resource is shown without its secrets; no module is asked about it, and every refusal says why', async () => {
    const keys = { letters: 'a' };
    await using bed = await bedWith(keys, 1);
    await make(bed, 'box', 'a', { spec });
    keys.letters = 'b';
    expect((await bed.app.get(box('a'), me)).spec).toEqual({ size: HIDDEN, password: HIDDEN });
    expect((await bed.app.list({}, me)).resources).toHaveLength(1);
    const calls = bed.world.plans.length;
    expect(await sentences(declare(bed, 'box', 'a', { spec: { ...spec, color: 'red' } }))).toContain(lost);
    expect(await sentences(bed.app.act({ urn: box('a'), action: 'ping', params: {} }, me))).toEqual([lost]);
    expect(await sentences(bed.app.rollback(box('a'), 1, me))).toEqual([lost]);
    expect(await sentences(bed.app.remove([{ urn: box('a') }], me))).toEqual([lost]);
    expect(bed.world.plans.length).toBe(calls);
    await bed.app.check(box('a'), me);
    const seen = await until(async () => {
      const found = await peek(bed, box('a'));
      return found && condition(found, 'Synced')?.reason === 'CannotLook' ? found : undefined;
    });
    expect(condition(seen, 'Synced')?.message).toBe(`${lost}.`);
    keys.letters = 'ba';
    await bed.app.check(box('a'), me);
    await until(async () => condition((await peek(bed, box('a'))) ?? seen, 'Synced')?.status === 'True');
    expect((await bed.app.get(box('a'), me)).spec).toEqual(spec);
  });

  test('pending work fails at once with the problem, and goes on when the key is back', async () => {
    const keys = { letters: 'a' };
    await using bed = await bedWith(keys);
    await declare(bed, 'box', 'a', { spec });
    keys.letters = 'b';
    bed.work();
    const failed = await reach(bed, box('a'), 'failed');
    expect(failed.state).toMatchObject({ memo: HIDDEN, problem: { message: lost }, attempt: 1 });
    keys.letters = 'a';
    await bed.app.retry(box('a'), me);
    await reach(bed, box('a'), 'ready');
    expect(bed.world.things.get(box('a'))).toMatchObject({ password: 'swordfish' });
  });

  test('what asks no module still works: labels, policies, and a delete that leaves the thing', async () => {
    const keys = { letters: 'a' };
    await using bed = await bedWith(keys, 1);
    await make(bed, 'box', 'a', { spec });
    keys.letters = '';
    const { spec: shown } = await bed.app.get(box('a'), me);
    await declare(bed, 'box', 'a', { spec: shown, labels: { team: 'x' }, annotations: onDelete('orphan') });
    keys.letters = 'a';
    expect(await bed.app.get(box('a'), me)).toMatchObject({ spec, labels: { team: 'x' } });
    keys.letters = '';
    await bed.app.remove([{ urn: box('a') }], me);
    await vanish(bed, box('a'));
    expect(bed.world.things.has(box('a'))).toBe(true);
  });

  test('nothing is built upon it: what depends on it waits', async () => {
    const keys = { letters: 'a' };
    await using bed = await bedWith(keys, 1);
    await make(bed, 'box', 'a', { spec });
    keys.letters = 'b';
    await declare(bed, 'box', 'b', { spec: { size: 1 }, dependencies: { on: box('a') } });
    expect((await reach(bed, box('b'), 'blocked')).state).toMatchObject({ blockedBy: [{ urn: box('a'), as: 'dependency' }] });
  });
});

describe('without any key', () => {
  /** Its secrets come into being outside. */
  const minting = defineModule<JsonObject, null>({
    kind: { ...account, name: 'mint', secret: ['minted'] },
    plan: (subject, intent) => ({ type: 'change', spec: 'spec' in intent ? intent.spec : subject.spec, memo: null }),
    sync: async () => ({ type: 'done', output: { minted: 'canary' } }),
  });

  const keyless = (store: Store): Store => sealing(store, kindsOf(minting.kind), ring(''), { randomBytes });

  test('what is declared with a secret is refused, with the remedy', async () => {
    await using bed = await bedWith({ letters: '' }, 1);
    const [problem] = await refused(declare(bed, 'box', 'a', { spec }));
    expect(problem).toMatchObject({
      code: 'invalid',
      path: ['spec', 'size'],
      hint: expect.stringContaining('--secret-key-file') as string,
    });
    expect(bed.world.things.size).toBe(0);
  });

  test('a resource whose module answers with a secret fails and says why, instead of being tried for ever', async () => {
    await using bed = await openBed({ through: keyless, modules: () => [minting], lanes: 1 });
    await declare(bed, 'mint', 'a');
    const { state } = await reach(bed, urnOf('mint', 'a'), 'failed');
    expect(state).toMatchObject({ output: null, problem: { code: 'invalid', message: expect.stringContaining('has no key') as string } });
  });
});

test('what a module says of its failure is kept without the secrets that it was given (L11)', async () => {
  await using bed = await bedWith({ letters: 'a' }, 1);
  bed.world.fail(box('a'), new ProblemError({ code: 'invalid', message: "no box opens to 'swordfish'", hint: 'swordfish is not it' }));
  await declare(bed, 'box', 'a', { spec });
  const { state } = await reach(bed, box('a'), 'failed');
  expect(state).toMatchObject({ problem: { message: `no box opens to '${HIDDEN}'`, hint: `${HIDDEN} is not it` } });
  expect(JSON.stringify(await bed.raw.events({ limit: 100 }))).not.toContain('swordfish');
});
