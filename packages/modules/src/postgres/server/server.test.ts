import type { Json } from '@ectropy/sdk';
import { moduleConformance } from '@ectropy/sdk/conformance';
import { describe, expect, inject, test } from 'vitest';
import { aHost, aSubject } from '../testing/builders.ts';
import { drive, problemOf } from '../testing/drive.ts';
import { testServer } from '../testing/server.ts';
import { serverModule } from './kind.ts';
import type { ServerSpec } from './spec.ts';
import { pauseMs } from './sync.ts';

const { connection, admin } = testServer(inject('postgresUrl'));
const spec: ServerSpec = connection;

const invalid: readonly Json[] = [
  { ...spec, host: '/var/run/postgresql' },
  { ...spec, host: './data' },
  { ...spec, host: '' },
  { ...spec, host: 'a b' },
  { ...spec, host: 'user@host' },
  { ...spec, host: 'host:5432/x' },
  { ...spec, user: 'x'.repeat(64) },
  { ...spec, database: 'a\0b' },
  { ...spec, password: 'a\0b' },
];

describe('conformance', () => {
  const world = { module: serverModule, spec, changed: { ...spec, password: 'another' }, invalid };
  for (const { name, run } of moduleConformance(world)) test(name, run);
});

const created = (more: Partial<ServerSpec>) => {
  const wish = { ...spec, ...more };
  return drive(serverModule, aSubject(wish, {}), { type: 'create', spec: wish });
};

test('the output has all that roles and databases need', async () => {
  const { after } = await created({});
  expect(after.output).toEqual({ version: expect.stringMatching(/^\d+/), host: spec.host, port: spec.port, connection });
});

describe('what cannot be worked on is a problem that says what to do', () => {
  test('nobody listens', async () => {
    expect(await problemOf(created({ port: 1 }))).toEqual({
      code: 'unavailable',
      message: 'cannot reach PostgreSQL at 127.0.0.1:1: nobody listens there',
    });
  });

  test('the name is not known', async () => {
    expect(await problemOf(created({ host: 'nowhere.invalid' }))).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('nowhere.invalid'),
    });
  });

  test('TLS is asked for and not spoken', async () => {
    expect(await problemOf(created({ tls: 'require' }))).toMatchObject({ code: 'unsupported', hint: expect.stringContaining('spec.tls') });
  });

  test('an unknown user, without the password', async () => {
    const problem = await problemOf(created({ user: 'nobody_at_all', password: 'canary-in-the-mine' }));
    expect(problem).toMatchObject({ code: 'denied' });
    expect(JSON.stringify(problem)).not.toContain('canary');
  });

  test('an unknown database', async () => {
    expect(await problemOf(created({ database: 'no such thing' }))).toMatchObject({ message: expect.stringContaining('no such thing') });
  });

  test('a user who may not make roles and databases', async () => {
    await admin('create role server_test_plain login createdb');
    try {
      expect(await problemOf(created({ user: 'server_test_plain' }))).toMatchObject({ code: 'denied', path: ['spec', 'user'] });
      await admin('alter role server_test_plain createrole');
      expect((await created({ user: 'server_test_plain' })).steps.at(-1)).toMatchObject({ type: 'done' });
    } finally {
      await admin('drop role server_test_plain');
    }
  });

  test('an aborted signal', async () => {
    const step = serverModule.sync(aSubject(spec, {}), { todo: 'check' }, aHost({ signal: AbortSignal.abort() }));
    await expect(step).rejects.toThrow('aborted');
  });
});

test('a check works where nothing can be written', async () => {
  await admin('create role server_test_reader login createdb createrole');
  try {
    await admin('alter role server_test_reader set default_transaction_read_only to on');
    expect((await created({ user: 'server_test_reader' })).steps.at(-1)).toMatchObject({ type: 'done' });
  } finally {
    await admin('drop role server_test_reader');
  }
});

test('a delete settles and touches nothing', () => {
  expect(serverModule.plan(aSubject(spec, {}), { type: 'delete' })).toMatchObject({ type: 'settle' });
});

describe('a server that has gone away', () => {
  const made = { version: '15', host: spec.host, port: 1, connection };
  const gone = aSubject({ ...spec, port: 1 }, {}, { output: made });
  const sentence = 'cannot reach PostgreSQL at 127.0.0.1:1: nobody listens there';

  test('is seen as drift, and keeps what is known of it', async () => {
    expect(await serverModule.observe?.(gone, aHost())).toEqual({
      exists: true,
      expected: { answers: 'as declared' },
      actual: { answers: sentence },
      output: made,
    });
  });

  test('is waited for, with longer and longer pauses, and found when it is back', async () => {
    const plan = serverModule.plan(gone, { type: 'correct', missing: false, drift: [] });
    expect(plan).toMatchObject({ type: 'change', memo: { todo: 'check', misses: 0 } });
    const first = await serverModule.sync(gone, { todo: 'check', misses: 0 }, aHost());
    expect(first).toEqual({ type: 'again', memo: { todo: 'check', misses: 1 }, afterMs: 1_000, progress: sentence });
    expect([0, 1, 2, 3, 4, 5, 1e9].map(pauseMs)).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]);
    expect(await serverModule.sync(aSubject(spec, {}), { todo: 'check', misses: 7 }, aHost())).toMatchObject({ type: 'done' });
  });

  test('is waited for with the remedy where it does not let us in, and without the password', async () => {
    const stranger = aSubject({ ...spec, user: 'nobody_at_all', password: 'canary-in-the-mine' }, {});
    const step = await serverModule.sync(stranger, { todo: 'check', misses: 0 }, aHost());
    expect(step).toMatchObject({
      type: 'again',
      progress: expect.stringMatching(/does not let "nobody_at_all" in; check user and password/),
    });
    expect(JSON.stringify(step)).not.toContain('canary');
  });

  test('is another thing than one that was never fit for this', async () => {
    const deaf = aSubject({ ...spec, tls: 'require' }, {});
    await expect(serverModule.observe?.(deaf, aHost())).rejects.toThrow('does not speak TLS');
    await expect(serverModule.sync(deaf, { todo: 'check', misses: 3 }, aHost())).rejects.toThrow('does not speak TLS');
  });
});
