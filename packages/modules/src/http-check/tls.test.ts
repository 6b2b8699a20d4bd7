import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { noAnswer } from './no-answer.ts';
import { answerTo } from './testing/asking.ts';
import { portOf } from './testing/service.ts';

/** A certificate of its own, signed by itself; nothing where there is no openssl. */
function certificate(): { readonly key: Buffer; readonly cert: Buffer } | undefined {
  const dir = mkdtempSync(join(tmpdir(), 'ectropy-tls-'));
  const [key, cert] = [join(dir, 'key.pem'), join(dir, 'cert.pem')];
  const args = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=127.0.0.1 -keyout ${key} -out ${cert}`;
  try {
    execFileSync('openssl', args.split(' '), { stdio: 'ignore' });
    return { key: readFileSync(key), cert: readFileSync(cert) };
  } catch {
    return undefined;
  } finally {
    rmSync(dir, { recursive: true });
  }
}

const own = certificate();

test.skipIf(!own)('a certificate that nobody vouches for is no answer', async () => {
  const server = createServer({ ...own }, (_request, response) => response.end('x'));
  onTestFinished(() => void server.close());
  const url = `https://127.0.0.1:${await portOf(server)}/`;
  expect(await answerTo({ url })).toEqual({ type: 'none', why: 'its certificate is signed by nobody whom this machine trusts' });
});

test.each([
  ['CERT_HAS_EXPIRED', 'its certificate has expired'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate is for another host'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'it does not speak TLS as this machine does'],
  ['HPE_INVALID_CONSTANT', 'what it said is not HTTP'],
  ['EAI_AGAIN', 'the name of the host could not be looked up'],
  ['EHOSTUNREACH', 'the host cannot be reached'],
  ['EWEIRD', 'the request failed (EWEIRD)'],
  ['__proto__', 'the request failed (__proto__)'],
  ['constructor', 'the request failed (constructor)'],
])('the code %s is told in words', (code, words) => {
  expect(noAnswer(Object.assign(new Error('x'), { code }))).toBe(words);
});

test('whatever is thrown has words', () => {
  expect([undefined, null, 'x', new Error('secret')].map(noAnswer)).toEqual(Array(4).fill('the request failed'));
});
