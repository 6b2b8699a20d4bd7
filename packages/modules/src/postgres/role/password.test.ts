/** The password on a server that asks for it and writes every statement down. Both the machine's PostgreSQL and the embedded one. */
import type { Json, Subject } from '@ectropy/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBinaries } from '../../../../server/src/store/embedded/binaries.ts';
import { findBinaries } from '../../../../server/src/testing/postgres-binaries.ts';
import { aHost, aSubject, keptLog, serverNeed } from '../testing/builders.ts';
import { drive, problemOf } from '../testing/drive.ts';
import { strictServer } from '../testing/server.ts';
import { roleModule } from './kind.ts';
import { knownPassword, type RoleSpec } from './spec.ts';

const passwordOf = ({ spec, output }: Subject): string => knownPassword(spec as RoleSpec, output) ?? '';

describe.each([
  ['PostgreSQL of this machine', findBinaries],
  ['the embedded PostgreSQL', openBinaries],
])('%s', (_, find) => {
  let server: Awaited<ReturnType<typeof strictServer>>;
  beforeAll(async () => {
    server = await strictServer(find);
  });
  afterAll(() => server.stop());

  const subjectOf = (spec: RoleSpec, name: string): Subject => aSubject<Json>(spec, serverNeed(server.connection), { name });
  const made = async (spec: RoleSpec, name: string): Promise<Subject> =>
    (await drive(roleModule, subjectOf(spec, name), { type: 'create', spec })).after;

  test('a generated password is strong, lets the role in, and a wrong one does not', async () => {
    const role = await made({}, 'generated');
    expect(passwordOf(role)).toMatch(/^[\w-]{32}$/);
    expect(await server.login('generated', passwordOf(role))).toBe('generated');
    expect(await server.login('generated', 'wrong')).toBe('28P01');
  });

  test.each([
    ['quotes \' and " and \\ and $$'],
    ['Straße Ⅸ ﬁsh こんにちは'],
    ['no\u00A0break\u00ADhyphen'],
    ['a right‏ to left אבג'],
    ['🐘 elephants never forget'],
    ['x'.repeat(512)],
  ])('a declared password of any letters lets the role in: %j', async (password) => {
    const role = await made({ name: 'declared', password }, 'declared');
    expect(await server.login('declared', password)).toBe('declared');
    const seen = await roleModule.observe?.(role, aHost());
    expect(seen).toMatchObject({ actual: { password: 'as declared' }, expected: { password: 'as declared' } });
    await drive(roleModule, role, { type: 'delete' });
  });

  test('what PostgreSQL itself makes of a password is recognised', async () => {
    const password = 'straße ﬁsh 42';
    const role = await made({ password }, 'theirs');
    await server.admin(`alter role theirs password '${password}'`);
    expect(await roleModule.observe?.(role, aHost())).toMatchObject({ actual: { password: 'as declared' } });
  });

  test('another password is seen, and put right', async () => {
    const role = await made({}, 'tampered');
    await server.admin(`alter role tampered password 'somebody else'`);
    expect(await roleModule.observe?.(role, aHost())).toMatchObject({
      actual: { password: 'changed' },
      expected: { password: 'as declared' },
    });
    await drive(roleModule, role, { type: 'correct', missing: false, drift: [] });
    expect(await server.login('tampered', passwordOf(role))).toBe('tampered');
  });

  test('after a step whose answer was lost, the password of the next one works', async () => {
    const subject = subjectOf({}, 'crashed');
    const plan = roleModule.plan(subject, { type: 'create', spec: {} });
    const memo = plan.type === 'change' ? plan.memo : null;
    await roleModule.sync(subject, memo, aHost()); // Its answer is never recorded.
    const step = await roleModule.sync(subject, memo, aHost());
    const password = step.type === 'done' ? knownPassword({}, step.output) : '';
    expect(await server.login('crashed', password ?? '')).toBe('crashed');
  });

  test('rotating replaces a generated password, also when its answer is lost, and refuses where one is declared', async () => {
    const role = await made({}, 'rotated');
    const rotation = { type: 'act', action: 'rotate_password', params: {} } as const;
    await drive(roleModule, role, rotation);
    const { after } = await drive(roleModule, role, rotation);
    expect(await server.login('rotated', passwordOf(role))).toBe('28P01');
    expect(await server.login('rotated', passwordOf(after))).toBe('rotated');
    const declared = await made({ password: 'declared here' }, 'fixed');
    expect(roleModule.plan(declared, rotation)).toMatchObject({ type: 'refuse', problems: [{ path: ['spec', 'password'] }] });
  });

  test('a password that is no longer declared stays, and one that is declared anew comes into force', async () => {
    const role = await made({ password: 'the first one' }, 'moving');
    const kept = (await drive(roleModule, role, { type: 'update', spec: {} })).after;
    expect(await server.login('moving', 'the first one')).toBe('moving');
    await drive(roleModule, kept, { type: 'update', spec: { password: 'the second one' } });
    expect(await server.login('moving', 'the second one')).toBe('moving');
  });

  test('an adopted role keeps its password, through later changes too', async () => {
    await server.admin(`create role adopted login password 'from before'`);
    const subject = subjectOf({}, 'adopted');
    const found = await roleModule.find?.('adopted', subject, aHost());
    if (!found) throw new Error('not found');
    const { after } = await drive(roleModule, subject, { type: 'adopt', spec: found.spec, found });
    await drive(roleModule, after, { type: 'update', spec: { connection_limit: 4 } });
    expect(await server.login('adopted', 'from before')).toBe('adopted');
  });

  test('no password is found in a memo, a summary, a problem, a log line, an observation, or the log of the server', async () => {
    const canary = 'canary-in-the-mine-7391';
    const { log, lines } = keptLog();
    const host = aHost({ log });
    const subject = subjectOf({ password: canary, member_of: ['nobody_there'] }, 'canary');
    const problem = await problemOf(drive(roleModule, subject, { type: 'create', spec: subject.spec }, host));
    const { plan, steps, after } = await drive(roleModule, subjectOf({}, 'canary'), { type: 'create', spec: { password: canary } }, host);
    const generated = await drive(roleModule, subjectOf({}, 'canary2'), { type: 'create', spec: {} }, host);
    const observation = await roleModule.observe?.(after, host);
    const told = JSON.stringify([
      problem,
      plan.type === 'change' && [plan.memo, plan.summary],
      steps.map((step) => step.type === 'again' && [step.memo, step.progress]),
      observation?.exists && [observation.actual, observation.expected],
      lines,
    ]);
    expect(problem).toMatchObject({ code: 'conflict' });
    await server.admin(`select 'all is written'`);
    await expect.poll(() => server.log()).toContain('all is written');
    for (const secret of [canary, passwordOf(generated.after)]) {
      expect(await server.login(secret === canary ? 'canary' : 'canary2', secret)).toMatch(/^canary/);
      expect(told).not.toContain(secret);
      expect(server.log()).not.toContain(secret);
    }
    expect(server.log()).toContain('SCRAM-SHA-256$');
  });
});
