import type { Plan } from '@ectropy/sdk';
import { describe, expect, test } from 'vitest';
import type { Connection } from '../connection.ts';
import { aSubject, serverNeed } from '../testing/builders.ts';
import { plan } from './plan.ts';
import { complete, type RoleSpec } from './spec.ts';

const connection: Connection = { host: 'db', port: 5432, database: 'postgres', user: 'admin', password: 'x', tls: 'off' };
const needs = serverNeed(connection);
const output = { name: 'app', oid: 1, host: 'db', port: 5432, password: 'generated before' };
const subject = (spec: RoleSpec, more = {}) => aSubject(spec, needs, { name: 'app', output, ...more });
const updated = (before: RoleSpec, spec: RoleSpec, more = {}): Plan => plan(subject(before, more), { type: 'update', spec }) as Plan;

const created = (spec: RoleSpec) => plan(aSubject(spec, needs, { name: 'app' }), { type: 'create', spec });
const rotated = (spec: RoleSpec, more = {}) => plan(subject(spec, more), { type: 'act', action: 'rotate_password', params: {} });

describe('a create', () => {
  test('is called as the resource if it has no name, and reads aloud without the password', () => {
    expect(created({ password: 'canary in the mine' })).toMatchObject({
      spec: { name: 'app', login: true, member_of: [] },
      summary: ['create role app: may log in, the declared password'],
      unknown: [['output', 'oid']],
    });
    expect(created({})).toMatchObject({
      summary: ['create role app: may log in, a generated password'],
      unknown: [
        ['output', 'oid'],
        ['output', 'password'],
      ],
    });
    expect(created({ login: false })).toMatchObject({ summary: ['create role app: may not log in'] });
  });

  test('tells all that is wrong at once', () => {
    const refused = created({ name: 'pg_x', valid_until: 'never', member_of: ['', 'pg_x'], settings: { 'a b': '' } });
    const paths = refused.type === 'refuse' && refused.problems.map(({ path }) => path?.join('.'));
    expect(paths).toEqual(['spec.name', 'spec.valid_until', 'spec.member_of.0', 'spec.member_of.1', 'spec.settings.a b']);
  });

  test.each(['admin', 'postgres', 'pg_read_all_data', 'public', 'none'])('of %s is refused', (name) => {
    expect(created({ name })).toMatchObject({ type: 'refuse', problems: [{ path: ['spec', 'name'] }] });
  });
});

describe('an update', () => {
  test.each([
    ['with the name of the resource written down', {}, { name: 'app' }],
    ['with defaults written down', {}, complete({}, 'app')],
    ['with the same groups in another order', { member_of: ['a', 'b'] }, { member_of: ['b', 'a'] }],
  ])('%s is none', (_, before, spec) => {
    expect(updated(before, spec)).toEqual({ type: 'noop' });
  });

  test('to another name replaces', () => {
    expect(updated({}, { name: 'other' })).toMatchObject({ type: 'replace', reason: 'the role app is to be called other' });
  });

  test('generates a password only for a role that begins to log in and has none', () => {
    const bare = { output: { name: 'app', oid: 1, host: 'db', port: 5432 } };
    expect(updated({ login: false }, { login: true }, bare)).toMatchObject({ memo: { generate: true }, unknown: [['output', 'password']] });
    expect(updated({}, { connection_limit: 1 }, bare)).toMatchObject({ memo: { generate: false } });
  });

  test('is due when the server has moved', () => {
    const moved = { needs: serverNeed({ ...connection, host: 'elsewhere' }) };
    expect(updated({}, {}, moved)).toMatchObject({ type: 'change' });
  });
});

describe('rotate_password', () => {
  test('reads aloud, and tells that the password is known after apply', () => {
    expect(rotated({})).toMatchObject({ summary: ['give role app a new password'], unknown: [['output', 'password']] });
  });

  test.each([
    ['a declared password', { password: 'declared' }, {}],
    ['a role that may not log in', { login: false }, {}],
    ['a role that was never made', {}, { output: null }],
  ])('is refused for %s', (_, spec, more) => {
    expect(rotated(spec, more).type).toBe('refuse');
  });

  test('is the only action', () => {
    expect(plan(subject({}), { type: 'act', action: 'explode', params: {} })).toMatchObject({ problems: [{ code: 'unsupported' }] });
  });
});

test('an adoption of something else is refused', () => {
  const found = { spec: { name: 'other' }, output };
  expect(plan(subject({}), { type: 'adopt', spec: {}, found })).toMatchObject({ type: 'refuse', problems: [{ path: ['spec', 'name'] }] });
});
