import { randomBytes } from 'node:crypto';
import type { Json } from '@ectropy/sdk';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Resource } from '../core/resource.ts';
import { HIDDEN } from '../core/secrets.ts';
import type { Sealed } from '../store/port.ts';
import { aResource, failed, pending, ready } from '../testing/builders.ts';
import { openDocument, sealResource } from './sealed-document.ts';
import { openSealer } from './sealer.ts';
import { account, ring } from './testing/rings.ts';

const sealer = (letters = 'a') => openSealer(ring(letters), randomBytes);
const sealed = (resource: Resource, letters = 'a'): Resource & Sealed => sealResource(resource, account, sealer(letters));
const open = (resource: Resource & Sealed, letters = 'a'): Resource => openDocument<Resource>(resource, sealer(letters));

const spec = {
  password: 'swordfish',
  users: [
    { id: 1, token: 'tok-one' },
    { id: 2, token: null },
  ],
  auth: { key: 7 },
  note: 'n',
};
const secrets = ['swordfish', 'tok-one', '"key":7', 'memo-secret', 'former-secret'];
const root = aResource({
  kind: 'account',
  spec,
  state: failed({ output: { password: 'swordfish', at: 'x' }, memo: { step: 'memo-secret' }, former: { password: 'former-secret' } }),
});

describe('a resource of a kind with secrets', () => {
  test('is stored without any of them, and says where they stand (L11)', () => {
    const stored = sealed(root);
    expect(secrets.filter((secret) => JSON.stringify(stored).includes(secret))).toEqual([]);
    expect(stored.sealed).toEqual([
      ['spec', 'password'],
      ['spec', 'users', 0, 'token'],
      ['spec', 'auth'],
      ['state', 'output', 'password'],
      ['state', 'memo'],
      ['state', 'former', 'password'],
    ]);
    expect(stored.spec).toMatchObject({ users: [{ id: 1 }, { id: 2, token: null }], note: 'n' });
    expect(stored.state).toMatchObject({ status: 'failed', output: { at: 'x' }, problem: { code: 'internal' } });
  });

  test('opens as it was, with nothing beside', () => {
    expect(open(sealed(root))).toEqual(root);
    expect(Object.keys(open(sealed(root)))).not.toContain('sealed');
  });

  test('opens whatever its kind says today, or when nobody knows the kind', () => {
    expect(open(sealResource(root, { secret: ['password', 'users.token', 'auth', 'note'] }, sealer()))).toEqual(root);
    expect(open(sealed(root))).toEqual(root);
  });

  test('is never sealed twice the same way', () => {
    expect(sealed(root).spec).not.toEqual(sealed(root).spec);
  });

  test('does so in every state', () => {
    for (const state of [pending({ memo: 'm' }), pending(), ready({ output: { auth: [1] } }), { status: 'gone' } as const])
      expect(open(sealed({ ...root, state }))).toEqual({ ...root, state });
  });

  test('that has none of them now is stored as it is', () => {
    const plain = aResource({ kind: 'account', spec: { note: 'n', password: null } });
    expect(sealed(plain)).toEqual(plain);
  });

  test('opens as it was, whatever it holds', () => {
    const document = fc.record({ password: fc.jsonValue(), users: fc.array(fc.record({ token: fc.jsonValue() })), note: fc.jsonValue() });
    fc.assert(
      fc.property(document, fc.jsonValue(), (some, memo) => {
        const plain = JSON.parse(JSON.stringify({ some, memo })) as { some: Json; memo: Json };
        const resource = aResource({ kind: 'account', spec: plain.some, state: pending({ memo: plain.memo }) });
        expect(open(sealed(resource))).toEqual(resource);
      }),
      { seed: 4 },
    );
  });
});

test('a resource of a kind without secrets is the very same object on both ways', () => {
  const plain = aResource({ spec });
  expect(sealResource(plain, { secret: [] }, sealer())).toBe(plain);
  expect(sealResource(plain, undefined, sealer())).toBe(plain);
  expect(open(plain)).toBe(plain);
});

test('what a person writes never passes for sealed', () => {
  const stored = sealed(root).spec as { readonly password: string };
  const forged = aResource({ kind: 'account', spec: { note: stored.password, password: stored.password } });
  const kept = sealed(forged);
  expect(kept.sealed).toEqual([['spec', 'password']]);
  expect(open(kept)).toEqual(forged);
});

describe('what cannot be opened', () => {
  const other = aResource({ kind: 'account', name: 'other', spec: { password: 'mine' } });

  test('is hidden, and the problem says which key is missing and from where', () => {
    const unread = open(sealed(root), 'b');
    expect(unread.spec).toEqual({
      password: HIDDEN,
      users: [
        { id: 1, token: HIDDEN },
        { id: 2, token: null },
      ],
      auth: HIDDEN,
      note: 'n',
    });
    expect(unread.state).toMatchObject({ output: { password: HIDDEN, at: 'x' }, memo: HIDDEN, former: { password: HIDDEN } });
    expect(unread.unopened?.problem).toMatchObject({
      code: 'invalid',
      message: `the secrets of '${root.urn}' are sealed with key ${ring('a').keys[0]?.id}, which is not in /keys/secret.key`,
    });
  });

  test('goes back as it was kept, beside whatever else has changed', () => {
    const stored = sealed(root);
    const again = sealed({ ...open(stored, 'b'), labels: { team: 'x' } }, 'b');
    expect(again).toEqual({ ...stored, labels: { team: 'x' }, sealed: expect.arrayContaining([...(stored.sealed ?? [])]) });
    expect(open(again)).toEqual({ ...root, labels: { team: 'x' } });
    const forgotten = sealResource(open(stored, 'b'), undefined, sealer('b'));
    expect(open(forgotten)).toEqual(root);
  });

  test('goes with the state that it belonged to', () => {
    const gone = sealed({ ...open(sealed(root), 'b'), state: { status: 'gone' } }, 'b');
    expect(open(gone)).toEqual({ ...root, state: { status: 'gone' } });
  });

  test('is never lost by a write: one that has moved or replaced it is refused', () => {
    const unread = open(sealed(root), 'b');
    expect(() => sealed({ ...unread, spec: { auth: HIDDEN } }, 'b')).toThrow('which is not in /keys/secret.key');
    expect(() => sealed({ ...unread, spec: { ...spec, password: 'new' } }, 'b')).toThrow('which is not in /keys/secret.key');
  });

  test('is a value that was moved here from another resource or another path (L11)', () => {
    const mine = sealed(root);
    const swapped = { ...mine, spec: { ...(mine.spec as object), password: (sealed(other).spec as { password: string }).password } };
    expect(open(swapped)).toMatchObject({ spec: { password: HIDDEN, auth: { key: 7 } } });
    expect(open(swapped).unopened?.problem.message).toBe(
      `the secret of '${root.urn}' at spec.password was altered where it is stored, or belongs to another place`,
    );
    const { password, users } = mine.spec as { password: string; users: { token: string }[] };
    const turned = { ...mine, spec: { ...(mine.spec as object), password: users[0]?.token ?? '', users: [{ token: password }] } };
    expect(open(turned)).toMatchObject({ spec: { password: HIDDEN, users: [{ token: HIDDEN }] } });
  });

  test.each([
    ['a value that is no text', { spec: { password: { a: 1 } }, sealed: [['spec', 'password']] }, { password: HIDDEN }],
    ['a list of paths that is none', { spec: { password: 'x' }, sealed: 'spec.password' }, { password: 'x' }],
    ['paths that are none', { spec: { password: 'x' }, sealed: [null, [], 7, ['nowhere', '__proto__']] }, { password: 'x' }],
  ])('does not break a read: %s', (_, altered, shown) => {
    expect(open({ ...aResource({ kind: 'account' }), ...altered } as unknown as Resource)).toMatchObject({ spec: shown });
  });
});

test('without a key a secret is refused, with the remedy; what holds none is stored', () => {
  expect(() => sealed(root, '')).toThrow(
    /^spec\.password: holds a secret, and this server has no key to seal it with: there is no \/keys\/secret\.key$/,
  );
  const plain = aResource({ kind: 'account', spec: { note: 'n' } });
  expect(sealed(plain, '')).toEqual(plain);
});
