import type { NeedView, Plan } from '@ectropy/sdk';
import { describe, expect, test } from 'vitest';
import type { Connection } from '../connection.ts';
import { aSubject, serverNeed } from '../testing/builders.ts';
import { plan } from './plan.ts';
import { complete, type DatabaseSpec } from './spec.ts';

const connection: Connection = { host: 'db', port: 5432, database: 'maintenance', user: 'admin', password: 'x', tls: 'off' };
const owner: NeedView = { kind: 'postgres_role', name: 'app', output: { name: 'app' } };
const needs = { ...serverNeed(connection), owner };
const output = { name: 'orders', oid: 1, owner: 'app', host: 'db', port: 5432, locale: 'C', extensions: {} };
const subject = (spec: DatabaseSpec, more = {}) => aSubject(spec, needs, { name: 'orders', output, ...more });
const updated = (before: DatabaseSpec, spec: DatabaseSpec, more = {}): Plan =>
  plan(subject(before, more), { type: 'update', spec }) as Plan;

const created = (spec: DatabaseSpec) => plan(aSubject(spec, needs, { name: 'orders' }), { type: 'create', spec });
const other = (more: Partial<NeedView>) => ({ needs: { ...needs, owner: { kind: 'postgres_role', name: 'other', ...more } } });
const corrected = (...fields: string[]) =>
  plan(subject({}), { type: 'correct', missing: false, drift: fields.map((field) => ({ path: [field], before: 1, after: 2 })) });
const removed = (spec: DatabaseSpec) => plan(subject(spec), { type: 'delete' });

describe('a create', () => {
  test('reads aloud', () => {
    expect(created({ extensions: [{ name: 'hstore' }, { name: 'citext' }] })).toMatchObject({
      summary: ['create database orders: owned by app, with hstore, citext'],
      memo: { todo: 'create', claim: 'new' },
    });
  });

  test.each(['postgres', 'template0', 'template1', 'pg_x', 'maintenance'])('of %s is refused', (name) => {
    expect(created({ name })).toMatchObject({ type: 'refuse', problems: [{ path: ['spec', 'name'] }] });
  });

  test('with thousands of extensions of the same name is refused with each of them', () => {
    const refused = created({ extensions: Array.from({ length: 2000 }, () => ({ name: 'hstore' })) });
    expect(refused.type === 'refuse' && refused.problems).toHaveLength(1999);
  });
});

describe('an update', () => {
  test.each([
    ['with defaults written down', {}, complete({}, 'orders')],
    ['with extensions in another order', { extensions: [{ name: 'a' }, { name: 'b' }] }, { extensions: [{ name: 'b' }, { name: 'a' }] }],
    ['with the locale written down that it has anyway', {}, { locale: 'C' }],
  ])('%s is none', (_, before, spec) => {
    expect(updated(before, spec)).toEqual({ type: 'noop' });
  });

  test.each([
    ['name', { name: 'other' }, 'the database orders is to be called other'],
    ['encoding', { encoding: 'LATIN1' }, 'encoding cannot change in place'],
    ['locale and template', { locale: 'en_US.UTF-8', template: 'template1' }, 'locale and template cannot change in place'],
  ])('of %s replaces', (_, spec, reason) => {
    expect(updated({}, spec)).toMatchObject({ type: 'replace', reason });
  });

  test('is due for another owner, also while its name is not known', () => {
    expect(updated({}, {}, other({ output: { name: 'other' } }))).toMatchObject({ summary: ['alter database orders: owned by other'] });
    expect(updated({}, {}, other({}))).toMatchObject({ type: 'change' });
  });
});

describe('a correction', () => {
  test('never replaces a database: what cannot change in place is only shown', () => {
    expect(corrected('encoding', 'locale')).toEqual({ type: 'noop' });
    expect(corrected('encoding', 'comment')).toMatchObject({ type: 'change', memo: { todo: 'alter' } });
  });

  test('of a missing one creates it', () => {
    expect(plan(subject({}), { type: 'correct', missing: true, drift: [] })).toMatchObject({ memo: { todo: 'create', claim: 'held' } });
  });
});

test('a delete says what it does', () => {
  expect(removed({})).toMatchObject({ summary: ['drop database orders with all that is in it'] });
  expect(removed({ force_delete: true })).toMatchObject({
    summary: ['drop database orders with all that is in it, and end the connections to it'],
  });
});

test.each([[{ role: 7 }], [{ role: '' }], [{ role: 'x'.repeat(64) }]])('terminate_connections refuses %j', (params) => {
  expect(plan(subject({}), { type: 'act', action: 'terminate_connections', params })).toMatchObject({ type: 'refuse' });
});
