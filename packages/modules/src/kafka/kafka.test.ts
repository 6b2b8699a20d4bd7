import { moduleConformance } from '@ectropy/sdk/conformance';
import type { Intent, Json, JsonObject, Plan } from '@ectropy/sdk';
import { describe, expect, test } from 'vitest';
import { kafkaModule } from './kind.ts';

const broker = (n: number): JsonObject => ({ name: `kafka-0${n}`, host: `kafka-0${n}.internal`, address: `10.0.0.${n}` });
const bare = { type: 'source', advertise_mode: { host: '', address: '' }, brokers: [broker(1)] };

const planned = (intent: Intent, { spec = null, config = {} }: { spec?: Json; config?: JsonObject } = {}): Plan =>
  kafkaModule.plan(
    { urn: 'orn:entropy:kafka:p:n', kind: 'kafka', project: 'p', name: 'n', labels: {}, spec, output: null, needs: {}, config },
    intent,
  );
const created = (spec: Json, config: JsonObject = {}): Plan => planned({ type: 'create', spec }, { config });
const updated = (spec: Json, part: Json, config: JsonObject = {}): Plan => planned({ type: 'update', spec: part }, { spec, config });

describe('conformance', () => {
  const spec = { type: 'source', advertise_mode: { address: '6668' }, brokers: [broker(1)], entity: 'payments' };
  const invalid = [{}, { brokers: [] }, { type: 'mirror' }];
  for (const { name, run } of moduleConformance({ module: kafkaModule, spec, changed: { ...spec, brokers: [broker(2)] }, invalid })) {
    test(name, run);
  }
});

describe('url', () => {
  const brokers = [broker(1), broker(2)];
  test.each([
    ['an address port wins', { host: '6667', address: '6668' }, '10.0.0.1:6668,10.0.0.2:6668'],
    ['a host port alone names hosts', { host: '6667' }, 'kafka-01.internal:6667,kafka-02.internal:6667'],
    ['an empty address port counts as none', { host: '6667', address: '' }, 'kafka-01.internal:6667,kafka-02.internal:6667'],
    ['no port leaves a bare colon, as the ancestor does', {}, 'kafka-01.internal:,kafka-02.internal:'],
  ])('%s', (_, mode, url) => {
    expect(created({ brokers, advertise_mode: mode })).toMatchObject({ type: 'settle', output: { url } });
  });

  test("the ancestor's fixture gives 127.0.0.1:6668", () => {
    const fixture = [{ name: 'test-project-test-kafka-01', host: 'test-project-test-kafka-01', address: '127.0.0.1' }];
    const plan = created({ advertise_mode: { host: '6667', address: '6668' }, brokers: fixture, type: 'source' });
    expect(plan).toMatchObject({ output: { url: '127.0.0.1:6668' }, summary: ['url: 127.0.0.1:6668'] });
  });
});

describe('create', () => {
  test('fills in what is not given', () => {
    expect(created({ brokers: [broker(1)] })).toMatchObject({ spec: bare });
  });

  test("takes the project's configuration where the spec says nothing", () => {
    const plan = created({ brokers: [broker(1)], entity: 'mine' }, { type: 'mirror', entity: 'theirs', landscape: 'id', other: 1 });
    expect(plan).toMatchObject({ spec: { ...bare, type: 'mirror', entity: 'mine', landscape: 'id' } });
  });

  test('drops fields that the kind does not know', () => {
    expect(created({ brokers: [{ ...broker(1), rack: 'a' }], colour: 'red' })).toMatchObject({ spec: bare });
  });

  test.each([{}, { brokers: [] }])('without brokers is refused at their path: %j', (spec) => {
    expect(created(spec)).toMatchObject({ type: 'refuse', problems: [{ code: 'invalid', path: ['spec', 'brokers'] }] });
  });
});

describe('update', () => {
  const stored = { ...bare, type: 'mirror', advertise_mode: { host: '6667', address: '6668' }, entity: 'payments' };

  test('keeps every field that is not given, the type too', () => {
    expect(updated(stored, { brokers: [broker(2)] })).toMatchObject({ spec: { ...stored, brokers: [broker(2)] } });
  });

  test('shows how the url changes', () => {
    expect(updated(stored, { brokers: [broker(2)] })).toMatchObject({ summary: ['url: 10.0.0.1:6668 → 10.0.0.2:6668'] });
  });

  test('merges the two ports one by one', () => {
    const plan = updated(stored, { advertise_mode: { address: '' } });
    expect(plan).toMatchObject({ spec: { advertise_mode: { host: '6667', address: '' } }, output: { url: 'kafka-01.internal:6667' } });
  });

  test('takes a word out when it is given empty', () => {
    const plan = updated(stored, { entity: '' });
    expect(plan.type === 'settle' && plan.spec).not.toHaveProperty('entity');
  });

  test.each([[{}], [{ entity: 'payments' }], [{ advertise_mode: { host: '6667' } }], [stored]])(
    'that changes nothing is a noop: %j',
    (part) => {
      expect(updated(stored, part)).toEqual({ type: 'noop' });
    },
  );

  test('to no brokers is refused', () => {
    expect(updated(stored, { brokers: [] })).toMatchObject({ type: 'refuse' });
  });
});

test('an action is refused, and a delete settles at once', () => {
  expect(planned({ type: 'act', action: 'scale', params: {} })).toMatchObject({ type: 'refuse', problems: [{ code: 'unsupported' }] });
  expect(planned({ type: 'delete' }, { spec: bare })).toMatchObject({ type: 'settle', output: null });
});
