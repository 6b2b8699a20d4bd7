import { describe, expect, test } from 'vitest';
import { conceal, concealIn, HIDDEN, mapSecrets, secretsOf } from './secrets.ts';

const kind = { secret: ['password', 'users.token', 'auth'] };

describe('the secrets of a document', () => {
  test('are found at their paths, in every item of lists, with the places where they stand', () => {
    const found: unknown[] = [];
    const document = { password: 'p', users: [{ token: 't' }, { id: 1 }], auth: { key: [1] }, note: { password: 'n' } };
    const mapped = mapSecrets(
      document,
      kind,
      (value, path) => {
        found.push([path, value]);
        return 'x';
      },
      { path: ['spec'], at: '' },
    );
    expect(found).toEqual([
      [['spec', 'password'], 'p'],
      [['spec', 'users', 0, 'token'], 't'],
      [['spec', 'auth'], { key: [1] }],
    ]);
    expect(mapped).toEqual({ password: 'x', users: [{ token: 'x' }, { id: 1 }], auth: 'x', note: { password: 'n' } });
  });

  test('are looked for only where they can be: what lies beside is not copied', () => {
    const beside = { deep: [{ password: 'p' }] };
    const mapped = mapSecrets({ password: 'p', beside }, kind, () => HIDDEN);
    expect((mapped as { beside: unknown }).beside).toBe(beside);
    const plain = { a: 1 };
    expect(mapSecrets(plain, { secret: [] }, () => HIDDEN)).toBe(plain);
    expect(mapSecrets(plain, undefined, () => HIDDEN)).toBe(plain);
  });

  test('may have names of the prototype', () => {
    const document = JSON.parse('{"__proto__": {"password": "p"}, "constructor": 1}') as never;
    const mapped = mapSecrets(document, { secret: ['__proto__.password', 'constructor'] }, () => HIDDEN);
    expect(JSON.stringify(mapped)).toBe(`{"__proto__":{"password":"${HIDDEN}"},"constructor":"${HIDDEN}"}`);
  });
});

describe('copies of secrets', () => {
  test('in a memo are found by their value', () => {
    const secrets = secretsOf([{ password: 'swordfish', auth: { key: 'hidden-key' }, users: [{ token: 'abc' }] }], kind);
    expect(secrets).toEqual(['hidden-key', 'swordfish']);
    expect(concealIn({ url: 'db://u:swordfish@h', keys: ['hidden-key'], n: 1 }, secrets)).toEqual({
      url: `db://u:${HIDDEN}@h`,
      keys: [HIDDEN],
      n: 1,
    });
  });

  test('in a text are replaced whole, also where one secret is a part of another', () => {
    const secrets = secretsOf([{ password: 'sword', auth: 'swordfish' }], kind);
    expect(conceal('swordfish and sword', secrets)).toBe(`${HIDDEN} and ${HIDDEN}`);
  });
});
