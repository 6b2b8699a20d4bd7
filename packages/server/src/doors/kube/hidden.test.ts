import { expect, test } from 'vitest';
import { kindsOf } from '../../seal/testing/rings.ts';
import { withoutCopies } from './hidden.ts';

const COPY = 'kubectl.kubernetes.io/last-applied-configuration';
const kind = { name: 'login', description: '', schema: { type: 'object' }, secret: ['auth.password', 'pin'] };
const registered = kindsOf(kind).get('login', 'demo');
const spec = { auth: { password: 'sword"fish' }, pin: 7, note: 'n' };
const draft = (copy: string) => ({ labels: {}, annotations: { [COPY]: copy, note: 'sword"fish' }, spec, dependencies: {} });
const copyOf = (copy: string): string | undefined => withoutCopies(draft(copy), registered).annotations[COPY];

test("kubectl's copy of what it sent is kept without the secrets in it, and otherwise as it is (L11)", () => {
  const sent = { kind: 'Login', metadata: { name: 'a' }, spec };
  const kept = { ...sent, spec: { auth: { password: '(secret)' }, pin: '(secret)', note: 'n' } };
  expect(copyOf(`${JSON.stringify(sent)}\n`)).toBe(`${JSON.stringify(kept)}\n`);
  expect(copyOf(copyOf(`${JSON.stringify(sent)}\n`) ?? '')).toBe(`${JSON.stringify(kept)}\n`);
});

test('so is one in a version that has the secrets elsewhere, and one that cannot be read', () => {
  expect(copyOf(JSON.stringify({ spec: { secretWord: 'sword"fish' } }))).toBe('{"spec":{"secretWord":"(secret)"}}\n');
  expect(copyOf('not JSON: sword"fish')).toBe('not JSON: (secret)');
  expect(copyOf('null')).toBe('null\n');
});

test('a draft without a copy is the very same', () => {
  const plain = { labels: {}, annotations: {}, spec, dependencies: {} };
  expect(withoutCopies(plain, registered)).toBe(plain);
});
