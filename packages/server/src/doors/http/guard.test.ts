import { expect, test } from 'vitest';
import { openGuard, type Visit } from './guard.ts';

const visit = (overrides: Partial<Visit> = {}): Visit => ({
  method: 'POST',
  host: 'localhost:8080',
  origin: undefined,
  site: undefined,
  local: '127.0.0.1',
  ...overrides,
});

const names = ['0.0.0.0', 'ectropy.example', 'other.example:8443'];

test.each<[string, Partial<Visit>]>([
  ['a command on the same machine', {}],
  ['by address', { host: '127.0.0.1:1' }],
  ['by IPv6 address', { host: '[::1]:8080' }],
  ['whatever the case and the final dot', { host: 'LOCALHOST.:8080' }],
  ['the address that the connection was made to', { host: '10.0.0.7', local: '::ffff:10.0.0.7' }],
  ['a configured name on any port', { host: 'ectropy.example:9' }],
  ['a configured name on its port', { host: 'other.example:8443' }],
  ['its own page', { origin: 'http://localhost:8080' }],
  ['its own page behind TLS', { host: 'ectropy.example', origin: 'https://ectropy.example' }],
  ['the default port spelled out', { host: 'localhost:80', origin: 'http://localhost' }],
  ['a link from elsewhere', { method: 'GET', site: 'cross-site' }],
])('lets in: %s', (_name, overrides) => {
  expect(openGuard(names)(visit(overrides))).toBeUndefined();
});

test.each<[string, Partial<Visit>]>([
  ['a rebound name', { host: 'evil.example' }],
  ['a name that begins like ours', { host: 'localhost.evil.example' }],
  ['no host at all', { host: undefined }],
  ['a host with a path', { host: 'localhost/x' }],
  ['credentials in the host', { host: 'localhost@evil.example' }],
  ['a configured name on another port', { host: 'other.example:1' }],
  ['another address', { host: '10.0.0.8' }],
  ['a page of another site', { origin: 'http://evil.example' }],
  ['a page on another port', { origin: 'http://localhost:3000' }],
  ['a sandboxed page', { origin: 'null' }],
  ['a page on another site, reading', { method: 'GET', origin: 'http://evil.example' }],
  ['a cross-site form', { site: 'cross-site' }],
])('keeps out: %s', (_name, overrides) => {
  expect(openGuard(names)(visit(overrides))?.code).toBe('denied');
});
