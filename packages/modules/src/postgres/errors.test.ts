import { retryable } from '@ectropy/sdk';
import { describe, expect, test } from 'vitest';
import type { Connection } from './connection.ts';
import { problemOf } from './errors.ts';

const connection: Connection = { host: 'fd00::5', port: 5432, database: 'postgres', user: 'admin', password: 'canary', tls: 'off' };
const failed = (code: string, message = 'said') => problemOf('do it', Object.assign(new Error(message), { code }), connection);

describe('what the other side says becomes a problem', () => {
  test.each([
    ['ECONNREFUSED', 'unavailable'],
    ['08006', 'unavailable'],
    ['57P03', 'unavailable'],
    ['53300', 'unavailable'],
    ['28P01', 'denied'],
    ['28000', 'denied'],
    ['42501', 'denied'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'denied'],
    ['55006', 'conflict'],
    ['55P03', 'conflict'],
    ['42P04', 'conflict'],
    ['42710', 'conflict'],
    ['40P01', 'conflict'],
    ['2BP01', 'conflict'],
    ['22023', 'invalid'],
    ['42601', 'invalid'],
    ['XX000', 'internal'],
    ['constructor', 'internal'],
  ] as const)('%s is %s', (code, known) => {
    expect(failed(code).code).toBe(known);
  });
});

test('the address is named, and the password is not', () => {
  expect(failed('ECONNREFUSED').message).toBe('cannot reach PostgreSQL at [fd00::5]:5432: nobody listens there');
  for (const code of ['28P01', '42501', 'ECONNRESET', '']) expect(JSON.stringify(failed(code))).not.toContain('canary');
});

test('what a wrong password leads to is not tried again, a template in use is', () => {
  expect(retryable[failed('28P01').code]).toBe(false);
  expect(retryable[failed('55006').code]).toBe(true);
});

test.each([
  ['timeout expired', 'unavailable'],
  ['Connection terminated unexpectedly', 'unavailable'],
  ['The server does not support SSL connections', 'unsupported'],
  ['SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a non-empty string', 'denied'],
])('the client says: %s', (message, code) => {
  expect(problemOf('do it', new Error(message), connection).code).toBe(code);
});
