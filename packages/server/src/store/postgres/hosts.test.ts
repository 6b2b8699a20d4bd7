import { describe, expect, test } from 'vitest';
import { hostsOf } from './hosts.ts';

const urls = (connectionString: string): readonly (string | undefined)[] =>
  hostsOf({ connectionString }).map(({ connection }) => connection.connectionString);

describe('the hosts of an address', () => {
  test.each([
    ['one', 'postgres://u:p@one:5432/db', ['postgres://u:p@one:5432/db']],
    [
      'several',
      'postgresql://u:p@one:1,two:2,three/db',
      ['postgresql://u:p@one:1/db', 'postgresql://u:p@two:2/db', 'postgresql://u:p@three/db'],
    ],
    ['of the sixth version', 'postgres://[::1]:1,[::2]/db', ['postgres://[::1]:1/db', 'postgres://[::2]/db']],
    ['what a session must be is for us', 'postgres://a,b/db?target_session_attrs=read-write', ['postgres://a/db', 'postgres://b/db']],
    [
      'what else is asked for stays',
      'postgres://a,b/db?sslmode=disable',
      ['postgres://a/db?sslmode=disable', 'postgres://b/db?sslmode=disable'],
    ],
    [
      'commas and signs of a password are its own',
      'postgres://u:a,b%40@one,two/db',
      ['postgres://u:a,b%40@one/db', 'postgres://u:a,b%40@two/db'],
    ],
    ['as parameters', 'postgres://u@/db?host=one,two&port=1,2', ['postgres://u@/db?host=one&port=1', 'postgres://u@/db?host=two&port=2']],
    [
      'as parameters with one port',
      'postgres:///db?host=one,two&port=9',
      ['postgres:///db?host=one&port=9', 'postgres:///db?host=two&port=9'],
    ],
    ['a folder of a socket', 'postgres://me@/db?host=%2Ftmp', ['postgres://me@/db?host=%2Ftmp']],
    ['none: the usual one', 'postgres://me@/db', ['postgres://me@/db']],
  ])('%s', (_, address, expected) => {
    expect(urls(address)).toEqual(expected);
  });

  test('options of the address stand beside those that were given, and leave the address', () => {
    const [host] = hostsOf({
      connectionString: 'postgres://one/db?options=-c%20statement_timeout%3D5s&sslmode=disable',
      options: '-c jit=off',
    });
    expect(host?.connection).toEqual({
      connectionString: 'postgres://one/db?sslmode=disable',
      options: '-c jit=off -c statement_timeout=5s',
    });
  });

  test('are named without user and password', () => {
    expect(hostsOf({ connectionString: 'postgres://u:hunter2@one:1,two/db' }).map(({ name }) => name)).toEqual(['one:1', 'two']);
    expect(hostsOf({ host: '/tmp/x', port: 5432, password: 'hunter2' }).map(({ name }) => name)).toEqual(['/tmp/x:5432']);
  });

  test('a connection that is given in parts stays as it is', () => {
    const connection = { host: '/tmp', user: 'me' };
    expect(hostsOf(connection)).toEqual([{ name: '/tmp', connection }]);
  });

  test.each(['standby', 'read-only', 'prefer-standby', 'whatever'])('a session that must be %s is refused: we write', (wanted) => {
    expect(() => hostsOf({ connectionString: `postgres://a,b/db?target_session_attrs=${wanted}` })).toThrow(
      /a server that takes writes is needed/,
    );
  });

  test('another number of ports than of hosts is refused', () => {
    expect(() => hostsOf({ connectionString: 'postgres:///db?host=a,b,c&port=1,2' })).toThrow(/3 hosts and 2 ports/);
  });
});
